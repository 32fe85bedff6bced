import { describe, expect, it } from 'vitest';
import { childrenOf, type Department, droppedAt, found, moved, pathOf, stepped, subtreeOf } from './department-tree.ts';

const department = (id: string, parentId: string | null, sortOrder: number): Department => ({
  id,
  type: 'department',
  url: '',
  name: `Name ${id}`,
  parent: parentId === null ? null : { id: parentId, type: 'department', url: '' },
  sortOrder,
  level: 1,
  isArchived: false,
  remoteId: null,
  description: null,
  manager: null,
  owningApplication: null,
  createdAt: '2025-01-01T00:00:00Z',
  lastUpdatedAt: '2025-01-01T00:00:00Z',
  links: { activeEmployees: null },
  embedded: null,
});

/** a(b, c(d)), e */
const all = [
  department('a', null, 0),
  department('b', 'a', 0),
  department('c', 'a', 1),
  department('d', 'c', 0),
  department('e', null, 1),
];
const children = childrenOf(all);
const one = (id: string): Department => all.find((candidate) => candidate.id === id) as Department;
const shape = (departments: readonly Department[]): string => {
  const tree = childrenOf(departments);
  const branch = (parentId: string | null): string =>
    (tree.get(parentId) ?? []).map(({ id }) => (tree.has(id) ? `${id}(${branch(id)})` : id)).join(' ');
  return branch(null);
};

describe('a department that is dropped', () => {
  it('comes before, after, or last inside the other', () => {
    expect(droppedAt('e', one('c'), 'before', children)).toEqual({ parentId: 'a', sortOrder: 1 });
    expect(droppedAt('e', one('c'), 'after', children)).toEqual({ parentId: 'a', sortOrder: 2 });
    expect(droppedAt('e', one('a'), 'inside', children)).toEqual({ parentId: 'a', sortOrder: 2 });
  });

  it('does not count itself among its siblings', () => {
    expect(droppedAt('b', one('c'), 'after', children)).toEqual({ parentId: 'a', sortOrder: 1 });
  });

  it('never comes below itself', () => {
    expect(droppedAt('a', one('d'), 'inside', children)).toBeNull();
    expect(droppedAt('a', one('a'), 'before', children)).toBeNull();
    expect([...subtreeOf('a', children)]).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is shown in its new place while the service is asked', () => {
    expect(shape(moved(all, { id: 'e', parentId: 'a', sortOrder: 1 }))).toBe('a(b e c(d))');
    expect(shape(moved(all, { id: 'c', parentId: null, sortOrder: 0 }))).toBe('c(d) a(b) e');
    expect(shape(moved(all, undefined))).toBe('a(b c(d)) e');
  });
});

describe('a step by the keyboard', () => {
  const step = (id: string, by: 'up' | 'down' | 'in' | 'out') => {
    const place = stepped(one(id), by, children, children);
    return place && shape(moved(all, { id, ...place }));
  };

  it('goes up, down, in and out', () => {
    expect(step('c', 'up')).toBe('a(c(d) b) e');
    expect(step('b', 'down')).toBe('a(c(d) b) e');
    expect(step('c', 'in')).toBe('a(b(c(d))) e');
    expect(step('c', 'out')).toBe('a(b) c(d) e');
  });

  it('goes nowhere at the ends', () => {
    expect(step('a', 'up')).toBeNull();
    expect(step('e', 'down')).toBeNull();
    expect(step('b', 'in')).toBeNull();
    expect(step('a', 'out')).toBeNull();
  });
});

it('a search keeps what is found and everything above it', () => {
  expect([...found(all, 'name d')].sort()).toEqual(['a', 'c', 'd']);
});

it('equal names are distinguished by their path', () => {
  const byId = new Map(all.map((each) => [each.id, each]));
  expect(pathOf(one('d'), byId)).toBe('Name a / Name c / Name d');
});
