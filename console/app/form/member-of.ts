/** The member that a dotted path is about: `firstEmployment.firstJobPosition.department.id` → department; `start.date` → start. */
export function memberOf(path: string): string {
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  const last = names.at(-1) ?? '';
  return (last === 'id' || last === 'date') && names.length > 1 ? (names.at(-2) ?? '') : last;
}
