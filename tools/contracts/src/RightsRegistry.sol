// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Registry of managers and plug-ins that a vault elsewhere obeys, with entries that no vault obeys.
contract RightsRegistry {
    mapping(bytes32 => address) private _plugins;
    mapping(address => address) private _managers;
    mapping(address => bytes32) private _enabled;
    mapping(address => mapping(bytes32 => uint256)) private _packed;
    mapping(address => address) private _profiles;
    mapping(address => bytes32) private _names;

    constructor(bytes32 id, address plugin) {
        _plugins[id] = plugin;
    }

    function setManager(address manager) external {
        _managers[msg.sender] = manager;
    }

    /// A manager of one role, in one word with the time of the entry.
    function setManagerFor(bytes32 role, address manager) external {
        _packed[msg.sender][role] = (block.timestamp << 160) | uint160(manager);
    }

    /// The plug-in is not named: the registry knows it by its id.
    function enable(bytes32 id) external {
        _enabled[msg.sender] = id;
    }

    /// An entry that no vault reads.
    function setProfile(address profile, bytes32 name) external {
        _profiles[msg.sender] = profile;
        _names[msg.sender] = name;
    }

    function isManager(address account, address caller) external view returns (bool) {
        return _managers[account] == caller;
    }

    function isManagerFor(address account, bytes32 role, address caller) external view returns (bool) {
        return address(uint160(_packed[account][role])) == caller;
    }

    function pluginOf(address account) external view returns (address) {
        return _plugins[_enabled[account]];
    }
}
