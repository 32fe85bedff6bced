/** Numbers as the API takes them: a double keeps any decimal of 15 significant digits, and not every longer one. */

export const decimalDigitsMax = 15;

export const isShortDecimal = (value: number): boolean => Number(value.toPrecision(decimalDigitsMax)) === value;

/** Whether a number, as JSON writes it, is read back as the same number. What is no number is left to the parser. */
export function isKeptExactly(token: string): boolean {
  if (isPlainAndShort(token) || Number.isNaN(Number(token))) return true;
  const digits = significantDigits(token);
  if (digits.length > longestShown) return false;
  return digits === significantDigits(String(Number(token)));
}

/** Nearly every number, in bodies that may hold a million of them. */
const isPlainAndShort = (token: string): boolean =>
  token.length <= decimalDigitsMax && !token.includes('e') && !token.includes('E');

/** No double is shown with more digits than it takes to tell it from its neighbours. */
const longestShown = 17;

/** Between the first and the last that is not zero. In one pass: a pattern would look at long runs of zeros again and again. */
function significantDigits(token: string): string {
  let digits = '';
  let zeros = 0;
  for (const character of token) {
    if (character === 'e' || character === 'E') break;
    if (character === '0') zeros += 1;
    else if (character >= '1' && character <= '9') {
      digits += digits === '' ? character : '0'.repeat(zeros) + character;
      zeros = 0;
    }
  }
  return digits;
}
