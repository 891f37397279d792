import { Dog, Search } from 'lucide-react';
import { useState } from 'react';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Field } from '../field.tsx';
import { FileDrop } from '../file-drop.tsx';
import { PasswordInput } from '../password-input.tsx';
import { RadioCards } from '../radio-cards.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { Select } from '../select.tsx';
import { Switch } from '../switch.tsx';
import { TextInput } from '../text-input.tsx';
import { Textarea } from '../textarea.tsx';
import { Row, Specimen } from './specimen.tsx';

const roles = [
  {
    value: 'pet_owner',
    label: 'Pet Owner',
    description: 'I need somebody for my animal',
    picture: <Dog />,
  },
  { value: 'pet_sitter', label: 'Pet Sitter', description: 'I look after animals' },
  { value: 'both', label: 'Both' },
];

export function Forms() {
  const [bio, setBio] = useState('Biscuit and I walk every morning.');
  const [role, setRole] = useState('pet_owner');
  const [view, setView] = useState<'owner' | 'sitter'>('owner');
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <Specimen name="Text fields">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Field label="Full name">
            <TextInput placeholder="As on your doorbell" />
          </Field>
          <Field label="Email" error="Please enter a valid email address">
            <TextInput type="email" defaultValue="biscuit@" />
          </Field>
          <Field
            label="Password"
            hint="At least 8 characters with uppercase, lowercase, number and special character."
          >
            <PasswordInput autoComplete="new-password" />
          </Field>
          <Field label="Search jobs" hideLabel>
            <TextInput type="search" before={<Search />} placeholder="Search" />
          </Field>
          <Field label="Bio" optional counter={{ used: bio.length, max: 40 }} hint="Who you are.">
            <Textarea value={bio} onChange={(event) => setBio(event.target.value)} />
          </Field>
          <div className="grid gap-5">
            <Field label="Pet size">
              <Select defaultValue="">
                <option value="" disabled>
                  Choose a size
                </option>
                <option>Small (0-25 lbs)</option>
                <option>Medium (26-60)</option>
              </Select>
            </Field>
            <Field label="Invite code">
              <TextInput readOnly value="K7PQ-2MNV-83TX" />
            </Field>
            <Field label="Disabled">
              <TextInput disabled value="Not now" />
            </Field>
          </div>
        </div>
      </Specimen>
      <Specimen name="Choices">
        <RadioCards
          legend="I am a"
          columns={3}
          options={roles}
          value={role}
          onChange={(event) => setRole(event.target.value)}
        />
        <RadioCards legend="With an error" columns={3} options={roles} error="Please choose one" />
        <div className="grid gap-x-8 md:grid-cols-2">
          <div>
            <Checkbox label="I would like a follow-up response" />
            <Checkbox label="Checked, with a hint" defaultChecked hint="By email." />
            <Checkbox label="I accept the terms" error="Please accept the terms to join" />
            <Checkbox label="Disabled" disabled />
          </div>
          <div className="grid gap-2">
            <Switch label="Available for jobs" hint="Sitters only" defaultChecked />
            <Switch label="Off" />
            <Switch label="Disabled" disabled />
          </div>
        </div>
        <Row>
          <SegmentedControl
            label="Viewing as"
            value={view}
            onChange={setView}
            options={[
              { value: 'owner', label: 'Pet Owner' },
              { value: 'sitter', label: 'Pet Sitter' },
            ]}
          />
          <ThemeSwitch />
        </Row>
      </Specimen>
      <Specimen name="File drop">
        <div className="grid gap-5 md:grid-cols-3">
          <FileDrop file={file} onPick={setFile} />
          <FileDrop
            file={null}
            onPick={() => {}}
            currentUrl="/icon-192.png"
            shape="round"
            onRemoveCurrent={() => {}}
          />
          <FileDrop file={null} onPick={() => {}} currentUrl="/icon-192.png" busy />
        </div>
      </Specimen>
    </>
  );
}
