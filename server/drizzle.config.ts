import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  // Every table of the product: whatever a file of this folder exports.
  schema: './src/db/schema/*.ts',
  out: './src/db/migrations',
  schemaFilter: ['public', 'auth'],
});
