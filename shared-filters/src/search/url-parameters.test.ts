import { setParameter } from './url-parameters.ts';

it('changes one parameter and keeps the others as written', () => {
  const filters = 'f=Clients:c1,c7;Title.Contains:a%20b~sc';
  expect(setParameter(`?${filters}`, 'view', 'documents')).toBe(`?${filters}&view=documents`);
  expect(setParameter(`?view=documents&${filters}`, 'view', undefined)).toBe(`?${filters}`);
  expect(setParameter('?view=documents', 'view', undefined)).toBe('');
});
