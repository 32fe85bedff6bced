/** Numbers in the API: a double keeps any decimal with 15 significant digits, but not every longer one. */

export const decimalDigitsMax = 15;

export const isShortDecimal = (value: number): boolean => Number(value.toPrecision(decimalDigitsMax)) === value;

/** Whether a JSON number is read back as the same number. The parser refuses texts that are not numbers. */
export function isKeptExactly(token: string): boolean {
  if (isPlainAndShort(token) || Number.isNaN(Number(token))) return true;
  const digits = significantDigits(token);
  if (digits.length > longestShown) return false;
  return digits === significantDigits(String(Number(token)));
}

/** Fast path for nearly every number, because bodies may contain very many. */
const isPlainAndShort = (token: string): boolean =>
  token.length <= decimalDigitsMax && !token.includes('e') && !token.includes('E');

/** No double is printed with more digits. */
const longestShown = 17;

/**
 * From the first to the last digit that is not zero. One pass, because a pattern would scan long runs of zeros
 * repeatedly.
 */
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
