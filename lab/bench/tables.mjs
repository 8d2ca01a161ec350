// A run of the bench as Markdown tables and as the groups of the chart.
import { short } from './chart.mjs';
import { subjects } from './run.mjs';

/** The goals, each with its figure and whether it was met. */
export function goalsTable({ goals }) {
  const verdict = { true: 'met', false: '**missed**', null: 'not measured' };
  return ['| goal | figure | |', '|---|---|---|', ...goals.map((g) => `| ${g.goal} | ${g.figure} | ${verdict[String(g.met)]} |`)].join(
    '\n',
  );
}

/** One table a work: min / median / max over rounds in turn, then what the subjects are and all ratios. */
export function worksTables({ works, ratios, peersMissing }) {
  const lines = ['Each figure is min / median / max over rounds in turn.', '', '![Layover beside its peers](performance.svg)', ''];
  for (const [name, { message, figures }] of Object.entries(works)) {
    const keys = [...new Set(Object.values(figures).flatMap((f) => Object.keys(f).filter((key) => key !== 'error')))];
    lines.push(`### ${name}: ${message}`, '', `| subject | ${keys.join(' | ')} |`, `|---|${keys.map(() => '---|').join('')}`);
    for (const [subject, f] of Object.entries(figures)) lines.push(`| ${subject} | ${cells(f, keys)} |`);
    lines.push('');
  }
  lines.push('### The subjects', '', '| subject | what it is and how it is set | what it promises of an edit |', '|---|---|---|');
  for (const [name, { message, keeps }] of Object.entries(subjects)) lines.push(`| ${name} | ${message} | ${keeps} |`);
  if (peersMissing) lines.push('', `The peers could not be installed and were left out: ${peersMissing}`);
  lines.push('', '### Ratios of this run', '', '| ratio | value |', '|---|---|');
  for (const [name, value] of Object.entries(ratios)) lines.push(`| ${name} | ${value} |`);
  return lines.join('\n');
}

function cells(figures, keys) {
  if (figures.error) return `not measured: ${figures.error.slice(0, 120).replaceAll('|', ' ')} |${' |'.repeat(keys.length - 2)}`;
  const spread = (s) => (s.min === s.max ? short(s.median) : `${short(s.min)} / ${short(s.median)} / ${short(s.max)}`);
  return keys.map((key) => (figures[key] ? spread(figures[key]) : '')).join(' | ');
}

/** Groups of the chart; groups without figures are left out. */
export function chartGroups({ works }) {
  const bars = (work, figure) => Object.entries(works[work]?.figures ?? {}).map(([name, f]) => ({ name, value: f[figure]?.median ?? 0 }));
  return [
    { title: 'Durable edits', unit: 'edits/s', better: 'more', bars: bars('W1', 'perSecond') },
    { title: 'Replay at 0 ms', unit: 'edits/s', better: 'more', bars: bars('W2', 'perSecond') },
    { title: 'First page with pending edits, cold', unit: 'ms', better: 'less', bars: bars('W3', 'ms') },
    { title: 'Two-word search', unit: 'ms', better: 'less', bars: bars('W4', 'searchP50Ms') },
    { title: 'Memory after queries', unit: 'MB', better: 'less', bars: bars('W4', 'rssMb') },
  ].filter(({ bars: list }) => list.some(({ value }) => value > 0));
}
