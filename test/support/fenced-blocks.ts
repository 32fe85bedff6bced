/** The fenced blocks of a Markdown document, in order. */
export interface FencedBlock {
  /** The word after the fence; may be empty. */
  readonly language: string;
  /** Without the indentation of the fence. Ends with a line break. */
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly line: number;
}

export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const lines = markdown.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^( *)```([a-z]*)$/.exec(lines[index] ?? '');
    if (!opening) continue;
    const [, indent = '', language = ''] = opening;
    const line = index + 1;
    const end = lines.indexOf(`${indent}\`\`\``, line);
    if (end === -1) throw new Error(`The block that begins in line ${line} has no end.`);
    const inside = lines.slice(line, end).map((one) => (one.startsWith(indent) ? one.slice(indent.length) : one));
    blocks.push({ language, text: `${inside.join('\n')}\n`, line });
    index = end;
  }
  return blocks;
}
