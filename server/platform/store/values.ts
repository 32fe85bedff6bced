/** Values by member; a missing member gets its default, otherwise null. */
export type Values = Readonly<Record<string, unknown>>;
