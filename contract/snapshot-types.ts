/** The media types that a list answers as a whole, instead of one page as JSON. */
export const snapshotTypes = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
