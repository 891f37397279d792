import type { JobType } from '@kindpal/contract/job/schema';
import { RefreshCw, Search } from 'lucide-react';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { typeText } from './job-title.ts';
import { JOB_TYPES, readJobType } from './job-types.ts';

type JobFiltersProps = {
  typed: string;
  onType: (text: string) => void;
  jobType: JobType | undefined;
  onJobType: (jobType: JobType | undefined) => void;
  onRefresh: () => void;
  refreshing: boolean;
};

/** Search, type and Refresh. [J1] */
export function JobFilters(props: JobFiltersProps) {
  return (
    <search className="grid grid-cols-[1fr_auto] gap-3 md:grid-cols-[1fr_14rem_auto]">
      <Field label="Search jobs" hideLabel className="max-md:col-span-2">
        <TextInput
          type="search"
          before={<Search aria-hidden="true" />}
          placeholder="Search by place, pet or words"
          maxLength={100}
          enterKeyHint="search"
          value={props.typed}
          onChange={(event) => props.onType(event.target.value)}
        />
      </Field>
      <Field label="Job type" hideLabel>
        <Select
          value={props.jobType ?? ''}
          onChange={(event) => props.onJobType(readJobType(event.target.value))}
        >
          <option value="">All job types</option>
          {JOB_TYPES.map((option) => (
            <option key={option} value={option}>
              {typeText(option)}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="outline"
        className="max-h-12"
        icon={<RefreshCw aria-hidden="true" className="size-5" />}
        busy={props.refreshing}
        onClick={props.onRefresh}
      >
        Refresh
      </Button>
    </search>
  );
}
