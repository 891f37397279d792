import { useState } from 'react';
import { Navigate } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { OnboardingSoon } from '~/onboarding/onboarding-soon.tsx';
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

/** The first steps of owners; a member who has taken them, or has no pets, goes home. [O1] */
function Steps() {
  const { start, failed } = useOnboardingStart('pet_onboarding');
  const pets = usePets();
  const isReady = start !== null && pets.pets !== undefined;
  // What was true at the beginning counts: the end of the steps leads on by itself.
  const [verdict, setVerdict] = useState<'stay' | 'leave' | null>(null);
  if (isReady && verdict === null) {
    const { role, pet_onboarding_completed } = start.profile;
    setVerdict(role === 'pet_sitter' || pet_onboarding_completed ? 'leave' : 'stay');
  }
  if (verdict === 'leave') return <Navigate to="/dashboard" replace />;
  const query = failed ?? (pets.error && !pets.pets ? pets : null);
  if (query) return <LoadFailed title="Failed to load profile data" query={query} />;
  if (!isReady) return <OnboardingSoon />;
  return <OwnerOnboarding start={{ ...start, pet: pets.pets?.[0] }} />;
}
