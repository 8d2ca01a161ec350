import { afterAll, expect, test } from 'vitest';
import { speak } from '#shared/messages/speak.ts';
import { currencyCodes } from '#shared/values/currencies.ts';
import { formatDate, parseDate } from '#shared/values/dates.ts';
import { languageNames } from '#shared/values/language.ts';
import { amountEntryText, formatDecimal, formatFigures, parseAmount, parseDecimal } from '#shared/values/money.ts';
import { seededRandom } from '#test/world.ts';

const locales = [...['en-GB', 'en-US', 'de-DE', 'de-CH', 'fr-FR', 'fr-CH'], ...['sv-SE', 'pt-PT', 'pt-BR', 'pl-PL', 'ar-EG', 'ja-JP']];
const rounds = 100_000;

afterAll(() => speak('en', 'en-GB'));

test.each(locales)('amounts, quantities and dates are read back as they were printed in %s', (locale) => {
  // Dates follow the language; figures follow the locale, also one whose language Layover does not speak.
  speak(languageNames.find((name) => locale.startsWith(name)) ?? 'en', locale);
  const random = seededRandom(47);
  const wrong: unknown[] = [];
  const whole = (digits: number) => BigInt(Math.floor(random() * 10 ** digits)) * (random() < 0.5 ? 1n : -1n);
  for (let n = 0; n < rounds; n += 1) {
    const currency = currencyCodes[Math.floor(random() * currencyCodes.length)] ?? 'EUR';
    const minor = whole(1 + Math.floor(random() * 15));
    for (const text of [amountEntryText(minor, currency, locale), formatFigures(minor, currency, locale)]) {
      const read = parseAmount(text, currency, locale);
      if (read.kind !== 'amount' || read.minor !== minor) wrong.push([text, currency, read]);
    }
    const quantity = { digits: whole(9), scale: Math.floor(random() * 6) };
    const written = formatDecimal(quantity, locale);
    const again = parseDecimal(written, locale);
    if (!again || again.digits * 10n ** BigInt(quantity.scale) !== quantity.digits * 10n ** BigInt(again.scale))
      wrong.push([written, again]);
    const day = new Date(Date.UTC(2000 + Math.floor(random() * 60), 0, 1 + Math.floor(random() * 365))).toISOString().slice(0, 10);
    const date = parseDate(formatDate(day), '2026-11-28');
    if (date.kind !== 'date' || date.date !== day) wrong.push([formatDate(day), day, date]);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});
