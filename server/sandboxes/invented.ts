/**
 * People who do not exist, in the place of those who do. The same employee of the same sandbox is always the same
 * invented person, whatever is made of them; nothing of the real one can be found out from it.
 */
import { createHash } from 'node:crypto';

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
    // A domain that nobody can have; the id, since names come several times.
    email: `${givenName}.${familyName}.${employeeId}@example.com`.toLowerCase(),
    // Set aside for stories.
    phoneNumber: `+3319900${String(drawn(2, 10_000)).padStart(4, '0')}`,
    birthDay: { day: 1 + drawn(3, 28), month: 1 + drawn(4, 12) },
  };
}
