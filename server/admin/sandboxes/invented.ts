/**
 * Invented people that replace real ones. The same employee of the same sandbox is always the same invented person;
 * nothing about the real one can be derived from it.
 */
import { createHash, hash } from 'node:crypto';
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';

const listed = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

const givenNames = listed(`
  Ada, Adrien, Agnes, Alba, Alix, Amira, Anouk, Aron, Basil, Bela, Bruno, Carla, Cyril, Dana, Dario, Delia, Edgar, Elio,
  Elsa, Emil, Erik, Esther, Fanny, Felix, Flora, Gaia, Georg, Greta, Hanna, Hector, Ida, Igor, Ines, Ivan, Jana, Joel,
  Jonas, Judith, Karim, Kira, Lars, Leila, Leo, Lia, Linus, Lola, Malik, Mara, Marius, Mila, Milo, Mina, Nadia, Nils, Noa,
  Nora, Odile, Olga, Oscar, Otto, Pablo, Petra, Rafael, Remi, Rita, Rosa, Ruben, Sami, Selma, Silvio, Sonia, Stella,
  Tara, Theo, Tilda, Tom, Ugo, Uma, Vera, Victor, Viola, Wanda, Yann, Yara, Zoe`);

const familyNames = listed(`
  Alder, Amsel, Arnaud, Bach, Baker, Barca, Becker, Beller, Bois, Bosch, Brook, Carver, Castel, Cooper, Corbin, Dahl,
  Delmas, Draper, Ebner, Egger, Falk, Farmer, Fischer, Forest, Fuchs, Garde, Glover, Granger, Gruber, Hafner, Hazel,
  Heller, Hofer, Holm, Hunter, Jager, Jardin, Keller, Kramer, Lamar, Lande, Linden, Lopez, Maler, Marin, Mason, Merle,
  Miller, Molina, Moreno, Muller, Navarro, Olivier, Palmer, Parker, Perrin, Pinson, Porter, Prado, Reeve, Renard, Ritter,
  Rivera, Roche, Romero, Sadler, Sala, Sander, Schiller, Schmied, Serra, Shepherd, Singer, Sommer, Sorel, Stein, Tanner,
  Taylor, Thatcher, Torres, Turner, Vallet, Vega, Verne, Vidal, Vogel, Wagner, Walker, Weaver, Weber, Winter, Wright`);

export interface InventedPerson {
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly birthDay: { readonly day: number; readonly month: number };
}

export function inventedPerson(accountId: string, employeeId: string): InventedPerson {
  const bytes = createHash('sha256').update(`${accountId}/${employeeId}`).digest();
  const drawn = (at: number, count: number) => bytes.readUInt32BE(at * 4) % count;
  const givenName = givenNames[drawn(0, givenNames.length)] as string;
  const familyName = familyNames[drawn(1, familyNames.length)] as string;
  return {
    givenName,
    familyName,
    // A reserved domain; the id, because names repeat.
    email: `${givenName}.${familyName}.${employeeId}@example.com`.toLowerCase(),
    // A range reserved for fiction.
    phoneNumber: `+3319900${String(drawn(2, 10_000)).padStart(4, '0')}`,
    birthDay: { day: 1 + drawn(3, 28), month: 1 + drawn(4, 12) },
  };
}

const hours = 24 * 3_600_000;

/** Derived from the location of the value and a secret of the copy: nothing of the real value is used. */
export function inventedValue(base: BaseSchemaName, secret: string, about: string): unknown {
  const drawn = Number.parseInt(hash('sha256', `${secret}/${about}`).slice(0, 8), 16);
  return inventions[base]?.(drawn) ?? null;
}

/** In the format of each base schema. References are chosen among existing rows, and files are not copied. */
const inventions: Readonly<Partial<Record<BaseSchemaName, (drawn: number) => unknown>>> = {
  'short-text': (drawn) => `Text ${drawn.toString(16)}`,
  'long-text': (drawn) => `A longer text, ${drawn.toString(16)}.`,
  boolean: (drawn) => drawn % 2 === 0,
  int32: (drawn) => drawn % 10_000,
  decimal: (drawn) => (drawn % 1_000_000) / 100,
  // Between 1960 and 2019.
  'legacy-date': (drawn) => new Date(Date.UTC(1960, 0, 1) + (drawn % 21_900) * hours).toISOString().slice(0, 10),
  'phone-number': (drawn) => `+3319900${String(drawn % 10_000).padStart(4, '0')}`,
  email: (drawn) => `somebody.${drawn.toString(16)}@example.com`,
  url: (drawn) => `https://example.com/${drawn.toString(16)}`,
};

/** The same word for the same title, so that people with the same work still have the same title. */
export const inventedTitle = (secret: string, title: string): string =>
  `Role ${hash('sha256', `${secret}/title/${title}`).slice(0, 6).toUpperCase()}`;
