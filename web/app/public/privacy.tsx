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
              the public half of your passkeys, the secret of your authenticator app, encrypted, the
              accounts elsewhere that you sign in with, your role, who invited you, which terms you
              accepted and when. If you are asked to confirm your email and don’t, it is all removed
              after 7 days.
            </li>
            <li>
              <strong>What you write and show:</strong> your profile with phone number, address,
              rates, weekly hours and payment links; jobs, pets, photos, home access, chat, reviews,
              reports, and the members you have blocked or marked as favorites. If you let us read
              your own calendar, its address, encrypted, and when you’re busy, but not why.
            </li>
            <li>
              <strong>What you choose:</strong> which emails you want, the devices that show
              notifications, which new jobs you want to hear about, and what you were notified of,
              for a year at most.
            </li>
            <li>
              <strong>What you haven’t finished:</strong> the forms of your first steps, on our
              server until you finish them. Other drafts stay in the tab that you wrote them in, and
              signing out removes them.
            </li>
            <li>
              <strong>What you give us without an account:</strong> an email for the newsletter;
              name, email and a few words about you for the waitlist; what you write to support.
            </li>
            <li>
              <strong>What we need to run it:</strong> when you sign in, from which network address
              and browser, and what else happens to your account, for 90 days; the same of each
              device you’re signed in on, until you sign out there or don’t come back for 30 days;
              who viewed your data or opened your home access, for a year; what staff look at and
              do; and a technical log of faults, failed sign-ins, refused requests and changed
              roles, with the network address that they came from.
            </li>
          </ul>
          <h2>Who sees what</h2>
          <ul>
            <li>
              <strong>Visitors</strong> see an open job’s area, kind, week, pay and pet’s name, but
              not its address, its dates or who posted it. Of a member they see the first name and
              an initial, picture, role, area, bio, average rating, payment services, whether their
              identity was checked, and how long they’ve been a member.
            </li>
            <li>
              <strong>Members</strong> also see your full name, user name, social links, the first
              name of who invited you, what we checked about you, how and when, and how soon you
              usually reply. If you sit, they see the services, rates and weekly hours you offer,
              the next days you’re free, and how many jobs you’ve done. They see how many people
              link the two of you through invites and finished jobs; each is named only if they
              allow it under <em>Edit Profile</em>. From the third claimed job on they see how many
              you finished and canceled, and your note on it. They can read your reviews, and
              everything about an open job except its address and the notes on your pet’s health.
              Members you’ve blocked can’t find your profile or your open jobs.
            </li>
            <li>
              <strong>The owner and the sitter of a job</strong> see its chat. The street and number
              you gave for a job are shown to you, and to the sitter from the claim until it ends;
              those in your profile are shown only to you. The owner sees how the sitter would like
              to be paid, and the sitter’s email address until 30 days after the claim has ended.
              The sitter sees your notes on your pet’s health and who to call, until a week after
              the job.
            </li>
            <li>
              <strong>Home access</strong> (codes, keys, Wi-Fi) is shown to you, and to the sitter
              of a job you attached it to, from 24 hours before the start until the end. You see
              each time they open it. It’s encrypted with a key that is kept on the server, so
              anyone who runs the server could read it. It’s removed from a job 7 days after the
              end, and at once when that sitter no longer has the job.
            </li>
            <li>
              <strong>Messages between two members</strong> are read by these two only, except for
              what one of them reports and what staff may read, below.
            </li>
            <li>
              <strong>Staff</strong> see accounts, jobs, reviews and what is written or reported to
              them, to help members and keep the community safe. What they look at and do is
              recorded. <em>Who viewed your data</em> shows who of them looked at yours, when and
              why, except for what they look at while they work on a report, and who decided about a
              member. Of a chat they see what was reported and a few messages around it. To read
              more, two of them have to agree, with a reason and for one day; we tell both members
              right away, and who the two are.
            </li>
            <li>
              <strong>You alone</strong> see your phone number, the days you’re away, your drafts
              and the members you’ve blocked.
            </li>
          </ul>
          <h2>Pictures</h2>
          <p>
            Photos are re-encoded on upload, so the location and camera data hidden in them are
            gone. A photo you replace or remove is deleted as soon as nothing shows it anymore. A
            job you posted with it keeps showing it, and a report about it keeps it until two years
            after the decision.
          </p>
          <h2>Places</h2>
          <p>
            The list of towns comes with Kindpal, so what you search in it goes to no one else. It
            is made from GeoNames (geonames.org), under the license CC BY 4.0.
          </p>
          <h2>On your devices and in your calendar</h2>
          <p>
            Notifications on a device come only after you turn them on there, and stop while you’re
            signed out of it. The maker of your browser passes them on: encrypted, so that it sees
            only when one comes. A code that you ask for by text message goes through a service that
            sees it and your number. Anyone with the address of your calendar feed reads the titles,
            areas and times of your jobs, until you turn it off.
          </p>
          <h2>Cookies</h2>
          <p>
            One keeps you signed in, one remembers that you are, so that pages look right from the
            start, and one marks a browser where you have signed in, so that other people’s wrong
            passwords can’t lock you out there. Until you confirm your email, for seven days at
            most, one marks the browser where you joined or signed in, so that what you set up there
            stays yours. One marks for ten minutes the browser that asked for a code by email or
            text, offers to sign in with a passkey or signs in with an account elsewhere, so that
            only it can go on. If you choose, one spares you the second factor in that browser for
            30 days. Staff have one that remembers whether their sidebar is open. Your browser also
            stores your theme, that you were asked about notifications and where it gets them, and
            until you sign out the jobs of <em>My Day</em>, with addresses and notes on pets but
            without home access, and what you do there without a network. Nothing follows you
            elsewhere: no advertising, no trackers, and fonts and pictures come from our server.
          </p>
          <h2>What we don’t do</h2>
          <p>
            Sell or rent what we know. Show advertising. Move your money: payment happens outside
            Kindpal, at services with rules of their own.
          </p>
          <h2>Your choices</h2>
          <p>
            Under Security you can download a copy of your data, see who viewed it and the devices
            you’re signed in on, and delete your account. If your account is suspended, the link in
            our email about it lets you download the copy and delete the account. Your account is
            deleted 14 days after you ask. Your data is removed then; what others wrote, the dates
            of jobs and the stars you gave stay under “Former member.” Ask us for anything else:{' '}
            <SupportAddress />. We answer within about 24 hours and act within a month.
          </p>
        </div>
      </div>
    </>
  );
}
