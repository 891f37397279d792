/** What a card shows of the member at an alias of `users`, as a JSON object in SQL. */
export function memberCard(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'full_name', ${alias}.full_name,
    'profile_image_url', ${alias}.profile_image_url, 'is_verified', ${alias}.is_verified)`;
}
