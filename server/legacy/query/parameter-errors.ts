/** Collects the errors of a query, so that one response contains all of them. */
import { addError, type FieldErrors, noErrors } from '../../problem.ts';
import { badQuery, type LegacyRefusal } from '../errors.ts';

export interface ParameterErrors {
  /** `sentence` describes the whole request; `messages` say what is wrong with the parameter and what is allowed. */
  add(parameter: string, sentence: string, ...messages: string[]): void;
  refusal(): LegacyRefusal | null;
}

/** As many as somebody reads. */
const sentencesMax = 5;

export function newParameterErrors(): ParameterErrors {
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

/** The first message about an unknown name; the name follows if it is not the parameter itself. */
export const unknownName = 'Unknown property.';

/** Thrown while one parameter is parsed, and collected for all. */
export class ParameterError extends Error {
  readonly messages: readonly string[];

  constructor(sentence: string, ...messages: string[]) {
    super(sentence);
    this.messages = messages;
  }
}

/** Parses one parameter; undefined if it is wrong, which is then reported with the others. */
export function judging<T>(found: ParameterErrors, parameter: string, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const isNamed = error.message.startsWith(`'${parameter.trim()}'`);
    const messages = error.messages.map((message) => (message === unknownName && !isNamed ? error.message : message));
    found.add(parameter, error.message, ...messages);
    return undefined;
  }
}
