// A bar chart as SVG text: one group a work, one bar a subject, drawn against the machine's limit.

const colours = {
  limit: '#8a8f98',
  layover: '#0f6b66',
  powersync: '#c7cdd4',
  watermelon: '#c7cdd4',
  watermelonWal: '#c7cdd4',
  tanstack: '#c7cdd4',
};

/** `groups` = [{ title, unit, better: 'more'|'less', bars: [{ name, value }] }]; each group scales by its own longest bar. */
export function barChart(groups) {
  const rowHeight = 20;
  const left = 130;
  const width = 860;
  const parts = [];
  let y = 24;
  for (const group of groups) {
    const bars = group.bars.filter((b) => b.value > 0);
    const longest = Math.max(...bars.map((b) => b.value));
    parts.push(`<text x="0" y="${y}" class="title">${group.title} (${group.unit}, ${group.better} is better)</text>`);
    y += 10;
    for (const bar of bars) {
      const length = Math.max(1, (bar.value / longest) * (width - left - 110));
      parts.push(
        `<text x="${left - 8}" y="${y + 13}" class="name">${bar.name}</text>`,
        `<rect x="${left}" y="${y + 2}" width="${length.toFixed(1)}" height="${rowHeight - 6}" rx="2" fill="${colours[bar.name] ?? '#c7cdd4'}"/>`,
        `<text x="${left + length + 8}" y="${y + 13}" class="value">${short(bar.value)}</text>`,
      );
      y += rowHeight;
    }
    y += 28;
  }
  const style = 'text{font:12px system-ui,sans-serif;fill:#5b6470}.title{font-weight:600;fill:#2b313a}.name{text-anchor:end}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-label="Layover beside the machine's limit and its peers"><style>${style}</style><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`;
}

/** Three significant digits, no exponent. */
export function short(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
