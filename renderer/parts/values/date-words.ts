import { dateOfEpoch, epochOf, formatClock, formatDate, formatEpoch, formatEvidenceTime } from '#shared/values/dates.ts';

/** Texts by situation. */
export interface When {
  /** A calendar date, YYYY-MM-DD: never passes through a time zone. */
  date?: string | null | undefined;
  /** A service's timestamp, or milliseconds since 1970: shown in local time, UTC on hover. */
  instant?: string | number | null | undefined;
  /** Leaves the day out when the moment was today. */
  brief?: boolean;
}

/** A day or a moment as it is shown; `exact` for programs, `hint` on hover. */
export interface DateWords {
  text: string;
  exact: string | undefined;
  hint: string | undefined;
}

/** Null without a date and an instant. */
export function dateWords({ date, instant, brief = false }: When): DateWords | null {
  if (typeof instant === 'number') return momentWords(instant, brief);
  if (instant) {
    const at = epochOf(instant);
    return at === null ? { text: instant, exact: date ?? undefined, hint: undefined } : momentWords(at, brief);
  }
  return date ? { text: formatDate(date), exact: date, hint: undefined } : null;
}

function momentWords(at: number, brief: boolean): DateWords {
  const isToday = brief && dateOfEpoch(at) === dateOfEpoch(Date.now());
  return { text: isToday ? formatClock(at) : formatEpoch(at), exact: new Date(at).toISOString(), hint: formatEvidenceTime(at) };
}
