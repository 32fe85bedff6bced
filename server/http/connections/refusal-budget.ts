/** A refusal costs the thread nearly as much as a response: after a burst of refusals, an account gets them slowly. */
export interface RefusalBudget {
  left: number;
  countedAtMs: number;
}

const burst = 100;
const perMs = 0.1;

export const newBudget = (): RefusalBudget => ({ left: burst, countedAtMs: 0 });

export const isFull = ({ left }: RefusalBudget): boolean => left >= burst;

export function spend(budget: RefusalBudget, nowMs: number): void {
  refill(budget, nowMs);
  budget.left = Math.max(0, budget.left - 1);
}

export function isSpent(budget: RefusalBudget, nowMs: number): boolean {
  refill(budget, nowMs);
  return budget.left < 1;
}

export function refill(budget: RefusalBudget, nowMs: number): void {
  budget.left = Math.min(burst, budget.left + (nowMs - budget.countedAtMs) * perMs);
  budget.countedAtMs = nowMs;
}
