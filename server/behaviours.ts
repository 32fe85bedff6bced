/**
 * Everything that is special about any resource. A resource absent from this table behaves exactly as its declaration
 * says; an entry replaces one standard verb by a function of its own, which runs in a transaction.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type Resources, resources } from '@muster/contract/resources.ts';
import type { Caller } from './auth/bearer.ts';
import type { Tx } from './database/database.ts';
import { visibleEvents } from './events/visible.ts';
import { hire, updateEmployee, visibleEmployees, visibleOfEmployees } from './people/employees.ts';
import { createEmployment, removeEmployment, updateEmployment } from './people/employments.ts';
import { createJobPosition, removeJobPosition, updateJobPosition } from './people/job-positions.ts';
import { createPersonalRecord, removePersonalRecord, updatePersonalRecord } from './people/personal-records.ts';
import {
  createProbationaryPeriod,
  removeProbationaryPeriod,
  updateProbationaryPeriod,
} from './people/probationary-periods.ts';
import {
  createEstablishment,
  removeEstablishment,
  updateEstablishment,
  visibleEstablishments,
} from './resources/business-establishments.ts';
import { createDepartment, removeDepartment, updateDepartment } from './resources/departments.ts';
import { createDefinition, removeDefinition, updateDefinition } from './resources/employee-attribute-definitions.ts';
import { createQualification, updateQualification } from './resources/job-qualifications.ts';
import { removeLegalEntity, updateLegalEntity, visibleLegalEntities } from './resources/legal-entities.ts';
import { forbidRestricted } from './resources/restricted.ts';
import { removeTaxonomy } from './resources/taxonomies.ts';
import type { Condition, Shown } from './store/read.ts';
import type { JsonObject } from './verbs/body.ts';
import type { Sight, Write } from './verbs/standard.ts';

export interface Behaviour {
  /** What it shows, or who sees it, depends on the day: days that have begun are settled before anybody looks. */
  readonly followsDays?: true;
  /** Throws for a caller who may create none at all; asked before the body is looked at. */
  readonly forbidCreation?: (caller: Caller) => void;
  readonly create?: (tx: Tx, sight: Sight, body: JsonObject) => Promise<Shown>;
  readonly update?: (tx: Tx, sight: Sight, id: string, write: Write) => Promise<Shown>;
  readonly remove?: (tx: Tx, sight: Sight, id: string, write: Write) => Promise<void>;
  /** Which rows exist for a caller; all of the account unless stated. */
  readonly visible?: (caller: Caller) => Condition[];
}

export const behaviours: { readonly [K in keyof Resources]?: Behaviour } = {
  employeeAttributeDefinitions: { create: createDefinition, update: updateDefinition, remove: removeDefinition },
  legalEntities: {
    forbidCreation: forbidRestricted,
    update: updateLegalEntity,
    remove: removeLegalEntity,
    visible: visibleLegalEntities,
  },
  businessEstablishments: {
    followsDays: true,
    forbidCreation: forbidRestricted,
    create: createEstablishment,
    update: updateEstablishment,
    remove: removeEstablishment,
    visible: visibleEstablishments,
  },
  departments: { followsDays: true, create: createDepartment, update: updateDepartment, remove: removeDepartment },
  employees: { followsDays: true, create: hire, update: updateEmployee, visible: visibleEmployees },
  employments: {
    followsDays: true,
    create: createEmployment,
    update: updateEmployment,
    remove: removeEmployment,
    visible: visibleOfEmployees,
  },
  jobPositions: {
    followsDays: true,
    create: createJobPosition,
    update: updateJobPosition,
    remove: removeJobPosition,
    visible: visibleOfEmployees,
  },
  probationaryPeriods: {
    followsDays: true,
    create: createProbationaryPeriod,
    update: updateProbationaryPeriod,
    remove: removeProbationaryPeriod,
    visible: visibleOfEmployees,
  },
  employeePersonalRecords: {
    followsDays: true,
    create: createPersonalRecord,
    update: updatePersonalRecord,
    remove: removePersonalRecord,
    visible: visibleOfEmployees,
  },
  jobQualifications: { create: createQualification, update: updateQualification },
  taxonomies: { remove: removeTaxonomy },
  events: { visible: visibleEvents },
};

const byType = new Map<string, Behaviour>(
  Object.entries(resources).map(([key, { type }]) => [type, behaviours[key as keyof Resources] ?? {}] as const),
);

export const behaviourOf = ({ type }: Resource): Behaviour => byType.get(type) ?? {};
