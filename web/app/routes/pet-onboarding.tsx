import { useState } from 'react';
import { Navigate } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { OnboardingSkeleton } from '~/onboarding/onboarding-skeleton.tsx';
import { OwnerOnboarding } from '~/onboarding/owner-onboarding.tsx';
import { useOnboardingStart } from '~/onboarding/use-onboarding-start.ts';
import { usePets } from '~/pet/use-pets.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';

export const meta = () => pageMeta('Welcome');

export default function PetOnboardingPage() {
  return (
    <div className="page py-6 md:py-10">
      <Steps />
    </div>
  );
}

/** The owner's onboarding; a member who has done it, or has no pets, goes to the dashboard. [O1] */
function Steps() {
  const { start, failed } = useOnboardingStart('pet_onboarding');
  const pets = usePets();
  const isReady = start !== null && pets.pets !== undefined;
  // Decided once at the start, because finishing the steps navigates by itself.
  const [verdict, setVerdict] = useState<'stay' | 'leave' | null>(null);
  if (isReady && verdict === null) {
    const { role, pet_onboarding_completed } = start.profile;
    setVerdict(role === 'pet_sitter' || pet_onboarding_completed ? 'leave' : 'stay');
  }
  if (verdict === 'leave') return <Navigate to="/dashboard" replace />;
  const query = failed ?? (pets.error && !pets.pets ? pets : null);
  if (query) return <LoadFailed title="Failed to load profile data" query={query} />;
  if (!isReady) return <OnboardingSkeleton />;
  return <OwnerOnboarding start={{ ...start, pet: pets.pets?.[0] }} />;
}
