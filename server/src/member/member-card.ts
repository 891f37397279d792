/** A member's name at an alias of `users`, as a JSON object in SQL. */
export function memberName(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'full_name', ${alias}.full_name)`;
}

/** The same for a member id, which may be null; looked up only for the rows shown. */
export function memberNameOf(id: string): string {
  return `(SELECT ${memberName('named')} FROM users named WHERE named.id = ${id})`;
}

/** 'First L.' of a full name in SQL, as `shortName` of the contract has it. */
export function shortNameOf(fullName: string): string {
  return String.raw`(SELECT word[1] || coalesce(' ' || upper(word[2]) || '.', '')
    FROM regexp_match(btrim(${fullName}), '^(\S+)(?:.*\s(\S)\S*)?$') word)`;
}

/** What a card shows of the member at an alias of `users`, as a JSON object in SQL. */
export function memberCard(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'full_name', ${alias}.full_name,
    'profile_image_url', ${alias}.profile_image_url, 'is_verified', ${alias}.is_verified)`;
}
