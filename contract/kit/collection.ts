/**
 * `taxonomy` → `taxonomies`, `sandbox` → `sandboxes`, `address` → `addresses`, `api-key` → `api-keys`. Also for types
 * whose family is not declared here.
 */
export function collectionOf(type: string): string {
  if (/[^aeiou]y$/.test(type)) return `${type.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(type) ? `${type}es` : `${type}s`;
}
