import { useArea } from '@readerlens/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import './sample.css';

const Breaking = () => {
  throw new Error('The sample broke');
};

export const SampleScreen = () => {
  const [isBroken, setBroken] = useState(false);
  const { location } = useArea();
  return (
    <>
      <h1 className="sample-heading">Sample</h1>
      <p>{`At ${location.pathname}${location.search}`}</p>
      <label>
        Note
        <input />
      </label>
      <Link to="/sample/late">Late screen</Link>
      <button onClick={() => setBroken(true)}>Break</button>
      {isBroken && !Reflect.has(window, 'e2eRepaired') && <Breaking />}
    </>
  );
};
