/** Who made a change. Every event and every version names its author, with the name of the moment of the change. */
import { anyOf, closed, maybe, named, type Schema, string } from './kit/schema.ts';

/**
 * `client-application`: the id is the client id. `administrator`: a person who is signed in. `operator`: somebody at the
 * command line of the installation, by user name. `api-key`: a key of the legacy API. `service`: the service itself; the
 * id says which part of it.
 */
export const authorTypes = ['client-application', 'administrator', 'operator', 'api-key', 'service'] as const;

export interface Author {
  readonly type: (typeof authorTypes)[number];
  readonly id: string;
  readonly name: string;
  /** The id of the import that the change is part of. */
  readonly run?: string;
}

export const authorSchema: Schema<Author> = named(
  'author',
  closed({
    type: anyOf(...authorTypes),
    id: string({ minLength: 1, maxLength: 255 }),
    name: string({ minLength: 1, maxLength: 255 }),
    run: maybe(string({ minLength: 1, maxLength: 255 })),
  }),
);

/** The parts of the service that change data without a request. */
const serviceParts = {
  service: 'Muster',
  'day-rollover': 'Day rollover',
  'leave-recounts': 'Recount of leaves',
  'invitation-mails': 'Invitations by mail',
  'clean-up': 'Clean-up',
  retention: 'Retention rules',
  erasures: 'Erasure of people',
  webhooks: 'Webhooks',
  provisioning: 'Provisioning of accounts',
  'first-version': 'First version',
} as const;

/** For changes that nobody asked for. */
export const byService = (part: keyof typeof serviceParts = 'service'): Author => ({
  type: 'service',
  id: part,
  name: serviceParts[part],
});
