/** What is wrong with a question, gathered so that one answer tells all of it. */
import { addError, type FieldErrors, noErrors } from '../../problem.ts';
import { badQuery, type LegacyRefusal } from '../errors.ts';

export interface Faults {
  /** `sentence` is for a reader of the whole request, `messages` say of the parameter what is wrong and what is allowed. */
  add(parameter: string, sentence: string, ...messages: string[]): void;
  refusal(): LegacyRefusal | null;
}

/** As many as somebody reads. */
const sentencesMax = 5;

export function faults(): Faults {
  const sentences: string[] = [];
  const errors: FieldErrors = noErrors();
  return {
    add(parameter, sentence, ...messages) {
      if (sentences.length < sentencesMax && !sentences.includes(sentence)) sentences.push(sentence);
      for (const message of messages.length > 0 ? messages : [sentence]) addError(errors, parameter, message);
    },
    refusal: () => (sentences.length > 0 ? badQuery(sentences.join(' '), errors) : null),
  };
}

/** What every complaint of an unknown name begins with; where the parameter is not itself the name, it is told. */
export const unknownName = 'Unknown property.';

/** Thrown inside one parameter, and gathered by anyone who looks at all of them. */
export class ParameterFault extends Error {
  readonly messages: readonly string[];

  constructor(sentence: string, ...messages: string[]) {
    super(sentence);
    this.messages = messages;
  }
}

/** Looks at one parameter; undefined where it is wrong, which is then told with the others. */
export function judging<T>(found: Faults, parameter: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof ParameterFault)) throw error;
    const isNamed = error.message.startsWith(`'${parameter.trim()}'`);
    const messages = error.messages.map((message) => (message === unknownName && !isNamed ? error.message : message));
    found.add(parameter, error.message, ...messages);
    return undefined;
  }
}
