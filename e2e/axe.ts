import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What judges a page for barriers. Without frames in any page, the rules can be judged where they ran:
 * the other way opens a page of its own each time, and takes twice as long.
 */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();
