/** How a row of any resource is called on the screen: by the member that people know it by. */

const members = ['name', 'legalName', 'title', 'fileName', 'email'] as const;

export interface AnyRow {
  readonly id: string;
  readonly [member: string]: unknown;
}

export function nameOf(row: AnyRow): string {
  if (typeof row.familyName === 'string') return `${String(row.givenName)} ${row.familyName}`;
  const member = members.find((name) => typeof row[name] === 'string' && row[name] !== '');
  return member ? String(row[member]) : row.id;
}
