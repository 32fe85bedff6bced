/**
 * The messages of the service about a member, which are written for programs, in words of people and in their language.
 * A message that is not in the table is shown as it came.
 */
import { useMemo } from 'react';
import { formTexts } from '../texts/form.ts';
import { type Formats, useFormats } from '../texts/formats.ts';
import type { Words } from '../texts/part.ts';
import { useTexts } from '../texts/texts.ts';

type Texts = Words<typeof formTexts>;

type Wording = (texts: Texts, formats: Formats, found: readonly string[]) => string;

const day = '(\\d{4}-\\d\\d-\\d\\d)';

const wordings: readonly (readonly [pattern: RegExp, wording: Wording])[] = [
  [/^This member is required/, (t) => t.required],
  [/^Must have at least 1 character\.$/, (t) => t.required],
  [/^Must have at least (\d+) characters\.$/, (t, { number }, [count]) => t.atLeast(number(Number(count)))],
  [/^Must have at most (\d+) characters\.$/, (t, { number }, [count]) => t.atMost(number(Number(count)))],
  [/^Must be at least (-?[\d.]+)\.$/, (t, { number }, [least]) => t.minimum(number(Number(least)))],
  [/^Must be at most (-?[\d.]+)\.$/, (t, { number }, [most]) => t.maximum(number(Number(most)))],
  [/^Must match the pattern .*\[0-9\]\{3\}/, (t) => t.phone],
  [/^Must match the pattern /, (t) => t.shape],
  [/^Must be a valid email\./, (t) => t.email],
  [/^Must be a valid uri\./, (t) => t.uri],
  [/^Must be one of: /, (t) => t.service.oneOf],
  [/^Must be (an object|null|a string|an object or null)\.$/, (t) => t.choose],
  [/(bears this value|exists) already/, (t) => t.service.taken],
  [/^Another view of this person has this name/, (t) => t.service.viewNamed],
  [/^There is no [\w-]+ with this id\.$/, (t) => t.service.unknown],
  [/^There is no [\w-]+ with this \w+\.$/, (t) => t.service.noneNamed],
  [/^Several bear this \w+/, (t) => t.service.severalNamed],
  [/^Must be a valid date\./, (t, formats) => t.requiredDay(formats.typedDay('2026-03-31'))],
  [/^This [\w-]+ is archived/, (t) => t.service.archived],
  [/^This file is /, (t) => t.service.fileKind],
  [/^(Files of the type .* are not accepted|The part needs a Content-Type)/, (t) => t.service.fileKind],
  [/^The file is empty\.$/, (t) => t.service.fileEmpty],
  [/^The content is .*, but was sent as /, (t) => t.service.fileDamaged],
  [
    /^The filename must have at most (\d+) characters\.$/,
    (t, { number }, [count]) => t.service.fileName(number(Number(count))),
  ],
  [/^Must be a list of different keys/, (t) => t.service.notSortable],
  [
    /^(?:This file has more|The body of the request is larger) than (\d+) MB\.$/,
    (t, { number }, [mb]) => t.service.fileSize(number(Number(mb))),
  ],
  [/^The first position starts with the employment/, (t) => t.service.firstPosition],
  [/^The first position of an employment cannot be deleted/, (t) => t.service.firstPositionKept],
  [/^The only employment of an employee cannot be deleted/, (t) => t.service.onlyEmployment],
  [/^Must be another employee\.$/, (t) => t.service.otherEmployee],
  [/^Another job-position of this employment starts on this day\.$/, (t) => t.service.sameDay],
  [
    new RegExp(`^Must lie within the employment: from ${day} to ${day}\\.$`),
    (t, formats, [start, end]) => t.service.within(formats.day(start ?? ''), formats.day(end ?? '')),
  ],
  [dated('Must lie within the employment: from D.'), dayed((t) => t.service.withinFrom)],
  [dated('Must be after D, on which the first position starts.'), dayed((t) => t.service.afterFirst)],
  [dated('Must not be before the first day, D.'), dayed((t) => t.service.notBeforeFirst)],
  [dated('Must not be before D, the first day.'), dayed((t) => t.service.notBeforeFirst)],
  [dated('Must not be before D, on which a position starts.'), dayed((t) => t.service.notBeforePosition)],
  [dated('Must be before D, the second position.'), dayed((t) => t.service.beforeSecond)],
  [dated('Must not be after D, the end of the probationary period.'), dayed((t) => t.service.probation)],
  [new RegExp(`^Overlaps with another employment of this employee, from ${day}`), dayed((t) => t.service.overlap)],
  [/^This occupation-category is not used/, (t) => t.service.category],
  [/^Must belong to the legal entity of the employment/, (t) => t.service.otherEntity],
  [/^This employment-template is not available/, (t) => t.service.template],
  [/^Addresses of this domain are refused/, (t) => t.service.domain],
  [/so it cannot be deleted\.$/, (t) => t.service.stillUsed],
  [/^Must be an IBAN/, (t) => t.service.iban],
  [/^Must not be before (startsOn|the start)/, (t) => t.service.beforeStart],
  [/^(Is named|This day of the week is there) more than once/, (t) => t.service.twice],
  [/^Another leave of this employee covers a half-day/, (t) => t.service.leaveTwice],
  [/^No half-day of this period counts/, (t) => t.service.leaveNoDay],
  [/^A leave must have at most (\d+) days/, (t, { number }, [count]) => t.service.leaveLong(number(Number(count)))],
  [/^Must lie inside an employment of the employee/, (t) => t.service.leaveEmployed],
  [/^A leave of one day cannot end before it begins/, (t) => t.service.leaveHalfDay],
  [/^Cannot be changed between two approvals/, (t) => t.service.leaveBetween],
  [/^The days of a leave in hours cannot be changed/, (t) => t.service.leaveHours],
  [/^A cancelled leave cannot be changed/, (t) => t.service.leaveCancelled],
  [/^(This request is \w+ already|Must be \d, the open level)/, (t) => t.service.requestDecided],
];

/** A sentence with one day in it. */
function dated(sentence: string): RegExp {
  return new RegExp(`^${sentence.replaceAll('.', '\\.').replace(' D', ` ${day}`)}$`);
}

function dayed(textOf: (texts: Texts) => (day: string) => string): Wording {
  return (texts, formats, [found = '']) => textOf(texts)(formats.day(found));
}

export function useServiceWords(): (message: string) => string {
  const texts = useTexts(formTexts);
  const formats = useFormats();
  return useMemo(() => (message) => wordsFor(message, texts, formats), [texts, formats]);
}

export function wordsFor(message: string, texts: Texts, formats: Formats): string {
  for (const [pattern, wording] of wordings) {
    const found = pattern.exec(message);
    if (found) return wording(texts, formats, found.slice(1));
  }
  return texts.service.other(message);
}
