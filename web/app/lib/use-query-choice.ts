import { useListFilter } from './use-list-filter.ts';

/**
 * One of these values, such as a tab, kept in this part of the address's query by back, reload and
 * links. The address leaves out the usual one, which also stands for an unknown one.
 */
export function useQueryChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: NoInfer<Value>,
) {
  const { filter, change } = useListFilter((params) => ({
    search: '',
    value: values.find((one) => one === params.get(name)) ?? usual,
  }));
  const choose = (chosen: string) => change(name, chosen === usual ? '' : chosen);
  return [filter.value, choose] as const;
}
