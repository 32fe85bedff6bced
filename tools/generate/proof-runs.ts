/** The last recorded runs of the long proofs, in docs/reliability.md. */
import { type Proof, proofs, readProof } from '../../test/support/run/proofs.ts';

export const proofRuns = (): string => proofs.map(runText).join('\n');

function runText(proof: Proof): string {
  const run = readProof(proof);
  if (!run) return `### \`npm run ${proof}\`\n\nNo run is recorded yet.\n`;
  const rows = Object.entries(run.figures).map(([name, value]) => `| ${name} | ${value} |`);
  const extract = run.extract ? `\nSome lines of its ledger:\n\n\`\`\`json\n${run.extract.join('\n')}\n\`\`\`\n` : '';
  const verdict = run.isPassed ? 'passed' : '**failed**';
  return `### \`${run.command}\`

${run.date}, commit \`${run.commit}\`, ${run.cores} cores: ${verdict}.

| Figure | Value |
|---|---|
${rows.join('\n')}
${extract}`;
}
