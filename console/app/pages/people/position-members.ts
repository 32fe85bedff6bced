/** In the usual order of a position. */
export const positionMembers = [
  'startsOn',
  'jobTitle',
  'department',
  'businessEstablishment',
  'manager',
  'jobQualification',
  'occupationCategory',
  'workingTimeArrangement',
  'document',
  'notes',
];
