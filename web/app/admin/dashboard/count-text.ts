/** '7', or '50+' where more are known to be there than were counted. */
export function countText(counted: number, isMore: boolean): string {
  return isMore ? `${counted}+` : String(counted);
}
