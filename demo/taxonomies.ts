/** The vocabularies of the demo company, a mid-sized manufacturer with offices in several countries. */
import type { Translations } from '@muster/contract/languages.ts';
import type { Writer } from './writer.ts';

interface Label {
  readonly name: string;
  readonly remoteId?: string;
  readonly t9n?: Translations;
  readonly isArchived?: true;
}

interface Vocabulary {
  readonly name: string;
  readonly sortLabelsBy: 'id' | 'name';
  readonly t9n: Translations;
  readonly labels: readonly Label[];
}

const vocabularies = {
  safetyCourses: {
    name: 'Safety courses',
    sortLabelsBy: 'name',
    t9n: { 'de-DE': 'Sicherheitskurse', 'fr-FR': 'Formations sécurité', 'nl-NL': 'Veiligheidscursussen' },
    labels: [
      { name: 'Fire warden', remoteId: 'FW-01', t9n: { 'de-DE': 'Brandschutzhelfer', 'fr-FR': 'Équipier incendie' } },
      { name: 'First aid', remoteId: 'FA-01', t9n: { 'de-DE': 'Erste Hilfe', 'fr-FR': 'Premiers secours' } },
      { name: 'First aid refresher', remoteId: 'FA-02' },
      { name: 'Forklift licence', remoteId: 'FL-01', t9n: { 'de-DE': 'Staplerschein', 'fr-FR': 'CACES chariots' } },
      { name: 'Working at height', remoteId: 'WH-01', t9n: { 'de-DE': 'Arbeiten in der Höhe' } },
      { name: 'Electrical safety', remoteId: 'EL-01', t9n: { 'fr-FR': 'Habilitation électrique' } },
      { name: 'Ladder safety (before 2022)', remoteId: 'LS-99', isArchived: true },
    ],
  },
  languages: {
    name: 'Languages',
    sortLabelsBy: 'name',
    t9n: { 'de-DE': 'Sprachen', 'es-ES': 'Idiomas', 'fr-FR': 'Langues', 'it-IT': 'Lingue' },
    labels: [
      {
        name: 'Dutch',
        remoteId: 'nl',
        t9n: { 'de-DE': 'Niederländisch', 'fr-FR': 'Néerlandais', 'nl-NL': 'Nederlands' },
      },
      { name: 'English', remoteId: 'en', t9n: { 'de-DE': 'Englisch', 'fr-FR': 'Anglais', 'es-ES': 'Inglés' } },
      { name: 'French', remoteId: 'fr', t9n: { 'de-DE': 'Französisch', 'fr-FR': 'Français', 'es-ES': 'Francés' } },
      { name: 'German', remoteId: 'de', t9n: { 'de-DE': 'Deutsch', 'fr-FR': 'Allemand', 'es-ES': 'Alemán' } },
      { name: 'Italian', remoteId: 'it', t9n: { 'de-DE': 'Italienisch', 'fr-FR': 'Italien', 'it-IT': 'Italiano' } },
      { name: 'Polish', remoteId: 'pl', t9n: { 'de-DE': 'Polnisch', 'fr-FR': 'Polonais' } },
      { name: 'Portuguese', remoteId: 'pt', t9n: { 'fr-FR': 'Portugais', 'pt-PT': 'Português' } },
      { name: 'Spanish', remoteId: 'es', t9n: { 'de-DE': 'Spanisch', 'fr-FR': 'Espagnol', 'es-ES': 'Español' } },
      { name: 'Sign language', t9n: { 'de-DE': 'Gebärdensprache', 'fr-FR': 'Langue des signes' } },
    ],
  },
  contractReasons: {
    name: 'Reasons for a fixed-term contract',
    sortLabelsBy: 'id',
    t9n: { 'de-DE': 'Befristungsgründe', 'fr-FR': 'Motifs de recours au CDD' },
    labels: [
      { name: 'Parental leave cover', remoteId: 'PLC', t9n: { 'de-DE': 'Elternzeitvertretung' } },
      { name: 'Sick leave cover', remoteId: 'SLC', t9n: { 'de-DE': 'Krankheitsvertretung' } },
      {
        name: 'Temporary increase in activity',
        remoteId: 'TIA',
        t9n: { 'fr-FR': 'Accroissement temporaire d’activité' },
      },
      { name: 'Seasonal work', remoteId: 'SEA', t9n: { 'de-DE': 'Saisonarbeit', 'fr-FR': 'Emploi saisonnier' } },
      { name: 'Project', remoteId: 'PRJ', t9n: { 'de-DE': 'Projekt', 'fr-FR': 'Projet' } },
    ],
  },
  skills: {
    name: 'Skills',
    sortLabelsBy: 'name',
    t9n: { 'de-DE': 'Kenntnisse', 'es-ES': 'Competencias', 'fr-FR': 'Compétences' },
    labels: [
      { name: 'Accounting', t9n: { 'de-DE': 'Buchhaltung', 'fr-FR': 'Comptabilité' } },
      { name: 'Computer-aided design', remoteId: 'CAD' },
      { name: 'Customer support', t9n: { 'de-DE': 'Kundendienst', 'fr-FR': 'Service client' } },
      { name: 'Data analysis', t9n: { 'de-DE': 'Datenanalyse', 'fr-FR': 'Analyse de données' } },
      { name: 'Labour law', t9n: { 'en-US': 'Labor law', 'de-DE': 'Arbeitsrecht', 'fr-FR': 'Droit du travail' } },
      { name: 'Machine maintenance', t9n: { 'de-DE': 'Maschinenwartung' } },
      { name: 'Negotiation', t9n: { 'de-DE': 'Verhandlungsführung', 'fr-FR': 'Négociation' } },
      { name: 'Project management', t9n: { 'de-DE': 'Projektleitung', 'fr-FR': 'Gestion de projet' } },
      { name: 'Quality assurance', t9n: { 'de-DE': 'Qualitätssicherung', 'fr-FR': 'Assurance qualité' } },
      { name: 'Software development', t9n: { 'de-DE': 'Softwareentwicklung' } },
      { name: 'Technical writing' },
      { name: 'Welding', remoteId: 'ISO-9606', t9n: { 'de-DE': 'Schweißen', 'fr-FR': 'Soudage' } },
    ],
  },
  officeBadges: {
    name: 'Office badges',
    sortLabelsBy: 'id',
    t9n: { 'de-DE': 'Zutrittskarten', 'fr-FR': 'Badges d’accès' },
    labels: [
      { name: 'Head office', remoteId: 'ZONE-1', t9n: { 'de-DE': 'Hauptsitz', 'fr-FR': 'Siège' } },
      { name: 'Warehouse', remoteId: 'ZONE-2', t9n: { 'de-DE': 'Lager', 'fr-FR': 'Entrepôt' } },
      { name: 'Production hall', remoteId: 'ZONE-3', t9n: { 'de-DE': 'Produktionshalle' } },
      { name: 'Server room', remoteId: 'ZONE-4', t9n: { 'de-DE': 'Serverraum', 'fr-FR': 'Salle des serveurs' } },
      { name: 'Car park', remoteId: 'ZONE-5', t9n: { 'en-US': 'Parking garage', 'fr-FR': 'Parking' } },
    ],
  },
} as const satisfies Record<string, Vocabulary>;

export type DemoTaxonomies = Readonly<Record<keyof typeof vocabularies, string>>;

/** Returns the ids. */
export async function createTaxonomies(writer: Writer): Promise<DemoTaxonomies> {
  const ids: [string, string][] = [];
  for (const [key, vocabulary] of Object.entries<Vocabulary>(vocabularies)) {
    ids.push([key, await createVocabulary(writer, vocabulary)]);
  }
  return Object.fromEntries(ids) as DemoTaxonomies;
}

async function createVocabulary(writer: Writer, { name, sortLabelsBy, t9n, labels }: Vocabulary): Promise<string> {
  const id = await writer.create('taxonomies', { name, sortLabelsBy, t9n: { name: t9n } });
  const labelIds = await writer.createAll(
    'taxonomyLabels',
    labels.map(({ name, remoteId = null, t9n = {} }) => ({ taxonomy: { id }, name, remoteId, t9n: { name: t9n } })),
  );
  for (const [index, { isArchived }] of labels.entries()) {
    if (isArchived) await writer.update('taxonomyLabels', labelIds[index] as string, { isArchived: true });
  }
  return id;
}
