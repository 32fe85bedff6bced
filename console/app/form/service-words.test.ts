import { expect, test } from 'vitest';
import { formTexts } from '../texts/form.ts';
import { formatsOf } from '../texts/formats.ts';
import { form as frenchForm } from '../texts/fr/form.ts';
import { wordsFor } from './service-words.ts';

const inEnglish = (message: string) => wordsFor(message, formTexts.en, formatsOf('en-GB'));
const inFrench = (message: string) => wordsFor(message, frenchForm, formatsOf('fr-FR'));

test.each([
  ['This member is required.', 'Enter something here.', 'Remplissez ce champ.'],
  // As it can be typed.
  ['Must be a valid date.', 'Enter a date such as 31/03/2026.', 'Entrez une date comme 31/03/2026.'],
  ['Must have at most 255 characters.', 'Enter at most 255 characters.', 'Entrez au plus 255 caractères.'],
  [
    'Must match the pattern ^[\\+]?[(]?[0-9]{3}[)]?[-\\s\\.]?[0-9]{3}[-\\s\\.]?[0-9]{4,6}$.',
    'Enter a phone number such as +33 6 12 34 56 78.',
    'Entrez un numéro de téléphone comme +33 6 12 34 56 78.',
  ],
  ['Must match the pattern ^x$.', 'This is not written as it must be.', 'Ceci n’est pas écrit comme il le faut.'],
  [
    'Must not be before 2030-03-01, on which a position starts.',
    'A position starts on 1 Mar 2030: the last day cannot be before it.',
    'Un poste commence le 1 mars 2030 : le dernier jour ne peut pas le précéder.',
  ],
  [
    'Must lie within the employment: from 2024-01-01 to 2024-12-31.',
    'Enter a day of the employment, from 1 Jan 2024 to 31 Dec 2024.',
    'Entrez un jour du contrat, du 1 janv. 2024 au 31 déc. 2024.',
  ],
  ['The body of the request is larger than 100 MB.', 'The file is larger than 100 MB.', 'Le fichier dépasse 100 Mo.'],
  ['The file is empty.', 'The file is empty. Choose another one.', 'Le fichier est vide. Choisissez-en un autre.'],
  [
    'The content is not an image, but was sent as image/png.',
    'The file is damaged, or is not what its name says. Choose another one.',
    'Le fichier est endommagé, ou n’est pas ce que dit son nom. Choisissez-en un autre.',
  ],
  [
    'Files of the type "text/x" are not accepted.',
    'A file of this kind is not accepted here.',
    'Un fichier de ce type n’est pas accepté ici.',
  ],
  [
    'The filename must have at most 255 characters.',
    'The name of the file is too long: it has at most 255 characters.',
    'Le nom du fichier est trop long : il a au plus 255 caractères.',
  ],
  [
    'Must be a list of different keys, each with or without a leading -, of: id.',
    'The list cannot be sorted by this any more. Sort it by another column.',
    'La liste ne peut plus être triée ainsi. Triez-la selon une autre colonne.',
  ],
  [
    'There is no department with this id.',
    'This does not exist any more. Choose another one.',
    'Ceci n’existe plus. Choisissez autre chose.',
  ],
])('%s is said in words of people', (message, english, french) => {
  expect(inEnglish(message)).toBe(english);
  expect(inFrench(message)).toBe(french);
});

test('a sentence that is not known is shown as it came', () => {
  expect(inEnglish('Must be hours.')).toBe('Must be hours.');
});
