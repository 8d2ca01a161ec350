import type { EditState } from '#shared/edit.ts';

export const steps = [
  { title: 'Save', text: 'Every edit is on this laptop at once, online or not.' },
  { title: 'Review', text: 'Payments, bank changes and new lines wait for you.' },
  { title: 'Send', text: 'Each edit is sent once, when you’re online.' },
  { title: 'Verdict', text: 'You see what happened to each one.' },
];

export const marks: { state: EditState; meaning: string; next: string }[] = [
  { state: 'waiting', meaning: 'Saved here, sent when you’re online', next: 'Nothing to do' },
  { state: 'sending', meaning: 'On its way to your company’s system', next: 'Wait' },
  { state: 'draft', meaning: 'Waits until you approve it', next: 'Review it' },
  { state: 'applied', meaning: 'Your company’s system has recorded it', next: 'Nothing to do' },
  { state: 'confirmed', meaning: 'You said that it is recorded; no clear answer came', next: 'Nothing to do' },
  { state: 'rejected', meaning: 'It was refused, and nothing was changed', next: 'Correct or discard it' },
  { state: 'conflict', meaning: 'Someone else changed the same field', next: 'Choose a value' },
  { state: 'inDoubt', meaning: 'No answer came, so it may be recorded or not', next: 'Check, then decide' },
  { state: 'checking', meaning: 'No clear answer came, and Layover is checking', next: 'Wait' },
  { state: 'held', meaning: 'Not sent until you say so', next: 'Send or discard it' },
  { state: 'superseded', meaning: 'A newer edit took its place', next: 'Nothing to do' },
  { state: 'discarded', meaning: 'You discarded it, and it was not sent', next: 'Nothing to do' },
];

export const questions = [
  {
    asked: 'What happens while I’m offline?',
    answer:
      'Everything you save stays on this laptop, in the Outbox. When you’re back online, Layover sends what needs no review, one edit once, and shows what needs you on Today.',
  },
  {
    asked: 'I sent a payment and got no answer. Was it recorded?',
    answer:
      'Layover never sends a payment twice on its own. Open Outbox, In doubt: it shows what was sent and when. Look at the invoice in your company’s system, then say whether the payment is there.',
  },
  {
    asked: 'Someone changed the same record. Whose value counts?',
    answer: 'Fields that only one of you changed are merged. Where both changed one field, yours isn’t sent until you choose a value.',
  },
  {
    asked: 'Can I undo something?',
    answer:
      'Undo works until an edit is sent. After that, “Change it back” makes a new edit with the old value, where the old value is known.',
  },
  {
    asked: 'I lost my recovery code',
    answer:
      'While Layover opens without it, make a new code in Settings, Security. Without the code and without this laptop’s keychain only your IT can open the data, and only if your company set up a key for that.',
  },
];
