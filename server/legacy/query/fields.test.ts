import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Description, Members } from '../members.ts';
import { fieldsIn } from './fields.ts';
import type { Selection } from './query.ts';

const scalar = { kind: 'text', sql: 'null' } as const;
const members: Members = {
  id: scalar,
  owner: {
    kind: 'object',
    members: { id: scalar, Name: scalar, place: { kind: 'object', members: { id: scalar, city: scalar } } },
  },
  logs: { kind: 'array', from: 'logs', order: '1', members: { id: scalar, date: scalar } },
  extended: { kind: 'keyed' },
};

const description: Description = {
  noun: 'a thing',
  members,
  table: 'things',
  row: 'thing',
  key: ['thing.id'],
  relations: {},
  isCountable: true,
  pageSizes: { standard: 10, max: 100 },
};

const paths = [
  'id',
  'owner',
  'owner.id',
  'owner.Name',
  'owner.place',
  'owner.place.city',
  'logs',
  'logs.date',
  'extended.e_1',
];

/** What a list of paths selects, as nested objects; `true` stands for the whole of something. */
type Plain = { whole?: true; [name: string]: Plain | true | undefined };

function selected(asked: readonly string[]): Plain {
  const root: Plain = {};
  for (const path of asked) {
    let at = root;
    for (const name of path.split('.')) {
      at[name] ??= {};
      at = at[name] as Plain;
    }
    at.whole = true;
  }
  return root;
}

const plain = ({ isWhole, named }: Selection): Plain => ({
  ...(isWhole && { whole: true }),
  ...Object.fromEntries([...named].map(([name, inner]) => [name, plain(inner)])),
});

/** A path with some of its dots written as brackets: `owner.place[city]`. */
const written = fc
  .tuple(
    fc.constantFrom(...paths),
    fc.infiniteStream(fc.boolean()),
    fc.infiniteStream(fc.constantFrom('', '', ' ', '  ')),
  )
  .map(([path, coin, blanks]) => {
    const blank = () => blanks.next().value ?? '';
    const [first = '', ...others] = path.split('.');
    let closing = '';
    const text = others.reduce((before, name) => {
      const isBracket = coin.next().value === true;
      if (isBracket) closing += `${blank()}]`;
      return `${before}${blank()}${isBracket ? '[' : '.'}${blank()}${name}`;
    }, first);
    return { path, text: `${blank()}${coin.next().value ? text.toUpperCase() : text}${closing}${blank()}` };
  })
  // Names that are no members are taken as they are written.
  .map(({ path, text }) => ({ path, text: path.startsWith('extended') ? text.replace(/E_1/, 'e_1') : text }));

test('however a selection is written, it means the same', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 6 }), fc.boolean(), (asked, isCounted) => {
      const items = asked.map(({ text }) => text);
      const text = (isCounted ? ['collection.count', ...items] : items).join(',');
      // The comma after a closing bracket may be left out.
      for (const form of [text, text.replaceAll(/\](\s*),/g, ']$1')]) {
        const found = fieldsIn(description, form);
        expect(plain(found.selection)).toEqual(selected(asked.map(({ path }) => path)));
        expect(found.isCounted).toBe(isCounted);
      }
    }),
  );
});

test.each([
  ['', /name is missing/],
  ['id,', /name is missing/],
  [',id', /name is missing/],
  ['owner[]', /name is missing/],
  ['owner[id,]', /name is missing/],
  ['owner..id', /name is missing/],
  ['[id]', /name is missing/],
  ['owner[id', /do not match/],
  ['owner[id]]', /do not match/],
  ['owner[id][Name]', /do not match/],
  ['id owner', /not a name/],
  ['id[x]', /not a property/],
  ['owner.nobody', /'owner\.nobody' is not a property of a thing/],
  ['extended.e_1.x', /not a property/],
  ['collection', /'collection' is not a property/],
  ['owner.collection.count', /not a property/],
  ['constructor', /not a property/],
])('%j is refused', (text, says) => {
  expect(() => fieldsIn(description, text)).toThrow(says);
});
