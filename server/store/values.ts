/** Values by member; a member that is absent takes its fallback, else null. */
export type Values = Readonly<Record<string, unknown>>;
