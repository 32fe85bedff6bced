import { expect, test } from 'vitest';
import { labelsInAllLanguages } from './labels.ts';
import { guessed, offeredPaths } from './match.ts';

const people = (...head: string[]) => guessed(head, offeredPaths('employees'), labelsInAllLanguages);

const position = 'firstEmployment.firstJobPosition';

test.each([
  [
    ['First name', 'Surname', 'E-Mail', 'Start date', 'Department', 'Site'],
    [
      'givenName',
      'familyName',
      'email',
      'firstEmployment.start.date',
      `${position}.department.name`,
      `${position}.businessEstablishment.name`,
    ],
  ],
  [
    ['Prénom', 'Nom', 'Matricule', 'Date d’embauche', 'Poste'],
    ['givenName', 'familyName', 'employeeNumber', 'firstEmployment.start.date', `${position}.jobTitle`],
  ],
  [
    ['Vorname', 'Nachname', 'Abteilung', 'Vertragsart'],
    ['givenName', 'familyName', `${position}.department.name`, 'firstEmployment.template.title'],
  ],
  [
    ['firstEmployment.start.date', 'remoteId'],
    ['firstEmployment.start.date', 'remoteId'],
  ],
])('%j is understood', (head, paths) => {
  expect(people(...head)).toEqual(paths);
});

test('a column whose name says nothing is left out, and a member has one column', () => {
  expect(people('Shoe size', 'E-mail', 'E-mail')).toEqual([null, 'email', null]);
});

test('the name of a department is a column of its own', () => {
  expect(guessed(['Name', 'Parent'], offeredPaths('departments'), labelsInAllLanguages)).toEqual([
    'name',
    'parent.name',
  ]);
});
