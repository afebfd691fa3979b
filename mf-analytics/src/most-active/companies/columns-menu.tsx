import { orgProperties } from '@readerlens/contract/most-active';
import type { OrgProperty } from '@readerlens/contract/most-active';
import { Hinted } from '@readerlens/filters/list';
import { Button, Menu } from '@readerlens/ui';
import { ChevronDown, Columns3Cog } from 'lucide-react';
import { propertyHeaders } from './company-columns.tsx';
import type { Properties } from './use-properties.ts';

interface Props {
  properties: Properties;
  onShow: (shown: OrgProperty[]) => void;
}

/** Chooses what else the list shows of organizations. */
export const ColumnsMenu = ({ properties: { offered, shown }, onShow }: Props) => {
  return (
    <Menu
      trigger={
        <Button size="sm" alignSelf="center" icon={<Columns3Cog size={15} aria-hidden="true" />}>
          Columns
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      }
      entries={orgProperties.map((property) => {
        const isOffered = offered.includes(property);
        const isShown = shown.includes(property);
        return {
          id: property,
          label: (
            <Hinted hint={isOffered ? undefined : 'Your account does not show it'}>
              {propertyHeaders[property]}
            </Hinted>
          ),
          checked: isShown,
          disabled: !isOffered,
          onSelect: () =>
            onShow(orgProperties.filter((one) => (one === property ? !isShown : shown.includes(one)))),
        };
      })}
    />
  );
};
