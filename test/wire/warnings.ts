/** "Which states accept a payment: not shown": what is said before one is recorded, state by state, by hand. */
export const editStatesOpenness = [
  ['DRAFT', 'unusual'],
  ['OPEN_IN_PROGRESS', 'unusual'],
  ['OPEN', 'none'],
  ['PAYMENT_PENDING', 'unusual'],
  ['PARTIALLY_PAID', 'none'],
  ['PAID', 'unusual'],
  ['REVERSED', 'locked'],
  ['ARCHIVED', 'locked'],
];
