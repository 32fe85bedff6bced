/** Whether this node can serve requests: not while it stops, and only with its database, its disk and its background work. */

export interface ReadinessParts {
  /** Of the database: whether it answers, takes changes, has the schema and the key, and room and connections are left. */
  unreadiness(): Promise<string | null>;
  /** Of the machine. */
  readonly machineUnreadiness?: (() => Promise<string | null>) | undefined;
  /** Since the background work last went through. */
  backgroundSilenceMs(): number;
}

/** A new day that changes very many people takes minutes. */
const silenceMsMax = 15 * 60_000;

export function serviceReadiness(parts: ReadinessParts) {
  let isDraining = false;
  return {
    drain(): void {
      isDraining = true;
    },
    async unreadiness(): Promise<string | null> {
      if (isDraining) return 'the service is stopping';
      const reason = (await parts.unreadiness()) ?? (await parts.machineUnreadiness?.()) ?? null;
      if (reason !== null) return reason;
      return parts.backgroundSilenceMs() > silenceMsMax ? 'the background work does not go on' : null;
    },
  };
}
