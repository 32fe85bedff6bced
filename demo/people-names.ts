/** Invented names: random combinations of common given names and family names. */
import type { Dice } from './dice.ts';
import type { Country } from './organization.ts';

export interface Name {
  readonly given: string;
  readonly family: string;
  readonly gender: 'female' | 'male';
}

interface Names {
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly family: readonly string[];
}

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

const names: Readonly<Record<Country, Names>> = {
  france: {
    female: list(`
      Agathe, Alice, Amandine, Anaïs, Aurélie, Camille, Caroline, Céline, Chloé, Clara, Claire, Élodie, Émilie, Emma,
      Hélène, Inès, Jade, Julie, Juliette, Laure, Léa, Louise, Lucie, Manon, Margaux, Marie, Mathilde, Nathalie, Pauline,
      Sarah, Sophie, Valérie`),
    male: list(`
      Adrien, Alexandre, Antoine, Arthur, Baptiste, Benoît, Clément, Damien, Étienne, Fabien, François, Gabriel,
      Guillaume, Hugo, Jérôme, Jules, Julien, Laurent, Louis, Lucas, Mathieu, Maxime, Nicolas, Olivier, Paul, Quentin,
      Romain, Simon, Théo, Thomas, Vincent, Xavier`),
    family: list(`
      André, Barbier, Bernard, Bertrand, Blanc, Bonnet, Boyer, Brun, Chevalier, Clément, Colin, David, Denis, Dubois,
      Dufour, Dumont, Dupont, Durand, Faure, Fontaine, Fournier, François, Garnier, Gauthier, Gautier, Girard, Guérin,
      Henry, Lambert, Laurent, Lefebvre, Lefèvre, Legrand, Lemaire, Leroy, Marchand, Martin, Masson, Mathieu, Mercier,
      Meunier, Meyer, Michel, Moreau, Morel, Morin, Nicolas, Noël, Perrin, Petit, Picard, Renard, Richard, Rivière,
      Robert, Robin, Rousseau, Roussel, Roux, Simon, Thomas, Vidal, Vincent`),
  },
  germany: {
    female: list(`
      Andrea, Anja, Anna, Annika, Antje, Birgit, Carolin, Christina, Clara, Daniela, Franziska, Hannah, Heike, Ines,
      Jana, Johanna, Julia, Katharina, Katrin, Kerstin, Laura, Lea, Lena, Lina, Luisa, Marie, Melanie, Monika, Nadine,
      Nicole, Sabine, Sandra, Silke, Stefanie, Susanne, Ulrike`),
    male: list(`
      Alexander, Andreas, Benjamin, Bernd, Christian, Daniel, David, Dennis, Felix, Florian, Frank, Georg, Jan, Jens,
      Jonas, Jörg, Julian, Kai, Lars, Leon, Lukas, Marcel, Marco, Markus, Martin, Matthias, Michael, Moritz, Niklas,
      Oliver, Paul, Philipp, Sebastian, Stefan, Sven, Thomas, Tim, Tobias, Uwe`),
    family: list(`
      Albrecht, Arnold, Bauer, Baumann, Beck, Becker, Berger, Böhm, Brandt, Braun, Busch, Dietrich, Engel, Fischer,
      Frank, Franke, Friedrich, Fuchs, Graf, Groß, Günther, Haas, Hahn, Hartmann, Heinrich, Herrmann, Hoffmann, Hofmann,
      Horn, Huber, Jäger, Jung, Kaiser, Keller, Klein, Koch, Köhler, König, Kraus, Krause, Krüger, Kuhn, Lang, Lange,
      Lehmann, Lorenz, Maier, Meyer, Möller, Müller, Neumann, Otto, Peters, Pohl, Richter, Roth, Sauer, Schäfer, Schmidt,
      Schmitz, Scholz, Schreiber, Schröder, Schubert, Schulz, Schumacher, Schuster, Schwarz, Seidel, Simon, Sommer,
      Stein, Thomas, Vogel, Vogt, Voigt, Wagner, Walter, Weber, Weiß, Werner, Winkler, Winter, Wolff, Ziegler, Zimmermann`),
  },
  spain: {
    female: list(`
      Alba, Alicia, Ana, Andrea, Ángela, Beatriz, Carmen, Carolina, Claudia, Cristina, Elena, Eva, Inés, Irene, Isabel,
      Laura, Lucía, Luisa, Marina, Marta, Mercedes, Natalia, Noelia, Nuria, Patricia, Paula, Pilar, Raquel, Rocío, Rosa,
      Sara, Silvia, Sofía, Teresa, Verónica`),
    male: list(`
      Adrián, Alberto, Alejandro, Álvaro, Andrés, Ángel, Antonio, Carlos, Daniel, David, Diego, Eduardo, Enrique,
      Fernando, Francisco, Gonzalo, Hugo, Ignacio, Iván, Javier, Jorge, José, Juan, Luis, Manuel, Marcos, Mario, Miguel,
      Óscar, Pablo, Pedro, Rafael, Raúl, Roberto, Rubén, Sergio, Víctor`),
    family: list(`
      Alonso, Álvarez, Blanco, Cabrera, Calvo, Campos, Cano, Castillo, Castro, Cortés, Cruz, Delgado, Díaz, Díez,
      Domínguez, Fernández, Flores, Fuentes, Gallego, García, Garrido, Gil, Gómez, González, Guerrero, Gutiérrez,
      Hernández, Herrera, Iglesias, Jiménez, León, López, Lozano, Marín, Márquez, Martín, Martínez, Medina, Méndez,
      Molina, Moreno, Muñoz, Navarro, Núñez, Ortega, Ortiz, Peña, Pérez, Prieto, Ramírez, Ramos, Reyes, Rodríguez,
      Romero, Rubio, Ruiz, Sánchez, Santana, Santos, Sanz, Serrano, Suárez, Torres, Vargas, Vázquez, Vega, Vidal`),
  },
};

/** Draws names; no full name occurs twice. */
export function nameSource({ pick, chance }: Dice): (country: Country) => Name {
  const drawn = new Set<string>();
  const draw = (country: Country): Name => {
    const gender = chance(0.45) ? 'female' : 'male';
    const name = { given: pick(names[country][gender]), family: pick(names[country].family), gender } as const;
    const key = addressOf(name);
    if (drawn.has(key)) return draw(country);
    drawn.add(key);
    return name;
  };
  return draw;
}

/** The part before `@`; letters such as `ß` and `ö` are transliterated as usual in the country. */
export function addressOf({ given, family }: Pick<Name, 'given' | 'family'>): string {
  const spelled = `${given}.${family}`.toLowerCase();
  return spelled
    .replaceAll('ß', 'ss')
    .replaceAll(/[äöü]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`)
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z.]/g, '-');
}
