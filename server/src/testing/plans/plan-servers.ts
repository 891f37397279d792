import { inject } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { makeTemplate } from '../make-template.ts';
import { hasPostgres15, startPostgres15 } from './postgres-15.ts';

type PlanServer = { server: string; isHere: boolean; openDatabase(): Promise<TestDatabase> };

/**
 * The PostgreSQL servers for plan tests: the one that comes with Kindpal, and the oldest
 * supported one with its default settings, if this machine has it.
 */
export const PLAN_SERVERS: PlanServer[] = [
  { server: 'the PostgreSQL of these tests', isHere: true, openDatabase: createTestDatabase },
  { server: 'PostgreSQL 15', isHere: hasPostgres15, openDatabase: openOnPostgres15 },
];

async function openOnPostgres15(): Promise<TestDatabase> {
  const server = await startPostgres15();
  try {
    const access = await makeTemplate(server.url, 'kindpal_plans', inject('testRoles'));
    return { ...access, drop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
