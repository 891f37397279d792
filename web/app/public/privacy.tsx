import { PageHeader } from './page-header.tsx';
import { SupportAddress } from './support-link.tsx';

export function Privacy() {
  return (
    <>
      <PageHeader title="Privacy" lead="What we store, who sees it, and what we never do." />
      <div className="page">
        <div className="prose">
          <h2>What we keep</h2>
          <ul>
            <li>
              <strong>Your account:</strong> name, email address, a scrambled form of your password,
              your role, and who invited you.
            </li>
            <li>
              <strong>What you write and show:</strong> jobs, pets, photos, chat, your profile and
              the payment links you add.
            </li>
            <li>
              <strong>What you leave at the door:</strong> an address for the newsletter; name,
              address and a word about you for the waitlist; what you write to support.
            </li>
            <li>
              <strong>What we need to run it:</strong> when and from where you sign in, and a
              technical log of faults, failed sign-ins and refused requests, with the network
              address that they came from.
            </li>
          </ul>
          <h2>Who sees what</h2>
          <ul>
            <li>
              <strong>Visitors</strong> see of an open job its area, kind, week, pay and the pet’s
              name. Not the address, not the dates, and of the owner only a first name and an
              initial.
            </li>
            <li>
              <strong>Members</strong> see your name, picture, role, what you wrote about yourself
              and your area, which is a town or neighborhood picked from a list. Your email address
              is not in lists or messages.
            </li>
            <li>
              <strong>The two people of a job</strong> see its chat. The street and number you gave
              for a job are shown to you, and to the sitter from the claim until it ends; those of
              your profile to you alone. The owner also sees how the sitter who claimed it would
              like to be paid, and the sitter what you noted about your pet’s health and who to
              call, until a week after the job.
            </li>
            <li>
              <strong>Two members who write to each other</strong> are the only ones who read it.
            </li>
            <li>
              <strong>Staff</strong> see accounts and jobs to help and to keep order; what they look
              at and do is recorded. They do not read chats.
            </li>
          </ul>
          <h2>Pictures</h2>
          <p>
            Photos are re-encoded on upload, so the location and camera data hidden in them are
            gone. A photo you replace or remove is deleted.
          </p>
          <h2>Places</h2>
          <p>
            The list of towns comes with Kindpal, so what you search in it goes to nobody else. It
            is made from GeoNames (geonames.org), under the license CC BY 4.0.
          </p>
          <h2>Cookies</h2>
          <p>
            One keeps you signed in, one remembers that you are, so that pages look right from the
            start, and one marks a browser where you have signed in, so that other people’s wrong
            passwords cannot lock you out there. Your theme is kept in your browser. Nothing follows
            you elsewhere: no advertising, no trackers, and fonts and pictures come from our server.
          </p>
          <h2>What we don’t do</h2>
          <p>
            Sell or rent what we know. Show advertising. Move your money: payment happens outside
            Kindpal, at services with rules of their own.
          </p>
          <h2>Your choices</h2>
          <p>
            Ask for a copy of what we hold, for a correction, or for your account to be erased:{' '}
            <SupportAddress />. We answer within about 24 hours and act within a month.
          </p>
        </div>
      </div>
    </>
  );
}
