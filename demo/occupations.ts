/** Job qualifications, occupation categories and employment templates of the demo company. */
import type { Translations } from '@muster/contract/languages.ts';

interface Titled {
  readonly title: string;
  readonly t9n: Translations;
}

export interface Qualification extends Titled {
  readonly rank: number;
}

interface Profession extends Titled {
  readonly qualifications: readonly Qualification[];
}

export const professions = [
  {
    title: 'Machine operator',
    t9n: { 'de-DE': 'Maschinenführer', 'es-ES': 'Operario de máquina', 'fr-FR': 'Opérateur sur machine' },
    qualifications: [
      { title: 'Machine operator', rank: 1, t9n: { 'de-DE': 'Maschinenführer', 'fr-FR': 'Opérateur sur machine' } },
      { title: 'Shift leader', rank: 3, t9n: { 'de-DE': 'Schichtleiter', 'fr-FR': 'Chef d’équipe' } },
    ],
  },
  {
    title: 'Maintenance technician',
    t9n: { 'de-DE': 'Instandhalter', 'es-ES': 'Técnico de mantenimiento', 'fr-FR': 'Technicien de maintenance' },
    qualifications: [
      {
        title: 'Maintenance technician',
        rank: 2,
        t9n: { 'de-DE': 'Instandhalter', 'es-ES': 'Técnico de mantenimiento' },
      },
    ],
  },
  {
    title: 'Data engineer',
    t9n: { 'de-DE': 'Dateningenieur', 'es-ES': 'Ingeniero de datos', 'fr-FR': 'Ingénieur de données' },
    qualifications: [
      { title: 'Data engineer, junior', rank: 1, t9n: { 'fr-FR': 'Ingénieur de données, débutant' } },
      { title: 'Data engineer, senior', rank: 3, t9n: { 'fr-FR': 'Ingénieur de données, confirmé' } },
    ],
  },
  {
    title: 'Accountant',
    t9n: { 'de-DE': 'Buchhalter', 'es-ES': 'Contable', 'fr-FR': 'Comptable' },
    qualifications: [{ title: 'Accountant', rank: 2, t9n: { 'de-DE': 'Buchhalter', 'fr-FR': 'Comptable' } }],
  },
  {
    title: 'Sales representative',
    t9n: { 'de-DE': 'Vertriebsmitarbeiter', 'es-ES': 'Comercial', 'fr-FR': 'Commercial' },
    qualifications: [
      { title: 'Sales representative', rank: 2, t9n: { 'de-DE': 'Vertriebsmitarbeiter', 'es-ES': 'Comercial' } },
      { title: 'Key account manager', rank: 4, t9n: { 'fr-FR': 'Responsable grands comptes' } },
    ],
  },
] as const satisfies readonly Profession[];

export type QualificationTitle = (typeof professions)[number]['qualifications'][number]['title'];

/** `only` lists the establishments that use it; null: all. */
export const categories = {
  executive: { title: 'Executive', t9n: { 'es-ES': 'Directivo', 'fr-FR': 'Cadre' }, only: ['lyon', 'nantes'] },
  office: {
    title: 'Office staff',
    t9n: { 'de-DE': 'Angestellte', 'fr-FR': 'Employé', 'es-ES': 'Empleado' },
    only: null,
  },
  production: { title: 'Production staff', t9n: { 'de-DE': 'Gewerbliche', 'fr-FR': 'Ouvrier' }, only: null },
  apprentice: { title: 'Apprentice', t9n: { 'de-DE': 'Auszubildende', 'fr-FR': 'Apprenti' }, only: null },
} as const;

/** `only` lists the legal entities that use it; empty: all. */
export const templates = {
  permanent: {
    title: 'Permanent contract',
    term: 'permanent',
    audience: 'employee',
    t9n: {
      'de-DE': 'Unbefristeter Vertrag',
      'es-ES': 'Contrato indefinido',
      'fr-FR': 'Contrat à durée indéterminée',
    },
    only: [],
  },
  fixedTerm: {
    title: 'Fixed-term contract',
    term: 'fixed',
    audience: 'employee',
    t9n: { 'de-DE': 'Befristeter Vertrag', 'es-ES': 'Contrato temporal', 'fr-FR': 'Contrat à durée déterminée' },
    only: [],
  },
  internship: {
    title: 'Internship agreement',
    term: 'fixed',
    audience: 'student',
    t9n: { 'es-ES': 'Convenio de prácticas', 'fr-FR': 'Convention de stage' },
    only: ['france', 'spain'],
  },
  minijob: {
    title: 'Minijob',
    term: 'permanent',
    audience: 'employee',
    t9n: { 'en-GB': 'Marginal employment', 'fr-FR': 'Emploi à temps réduit' },
    only: ['germany'],
  },
} as const;

export type CategoryKey = keyof typeof categories;
export type TemplateKey = keyof typeof templates;
