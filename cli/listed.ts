/** A list as an operator writes it: items separated by commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
