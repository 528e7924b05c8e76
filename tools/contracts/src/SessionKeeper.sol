// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Keeps session keys of smart accounts in the form of SmartSession, an ERC-7579 validator.
/// @dev It has the functions that list, tell and remove sessions. Nothing is validated here.
contract SessionKeeper {
    struct Session {
        address validator;
        bytes config;
    }

    mapping(address => bytes32[]) private ids;
    mapping(address => mapping(bytes32 => Session)) private sessions;
    mapping(address => mapping(bytes32 => bool)) private enabled;

    event SessionCreated(bytes32 permissionId, address account);
    event SessionRemoved(bytes32 permissionId, address smartAccount);

    function enableSession(bytes32 id, address validator, bytes calldata config) external {
        ids[msg.sender].push(id);
        sessions[msg.sender][id] = Session(validator, config);
        enabled[msg.sender][id] = true;
        emit SessionCreated(id, msg.sender);
    }

    function removeSession(bytes32 id) external {
        enabled[msg.sender][id] = false;
        bytes32[] storage own = ids[msg.sender];
        for (uint256 at; at < own.length; at++) {
            if (own[at] != id) continue;
            own[at] = own[own.length - 1];
            own.pop();
            break;
        }
        emit SessionRemoved(id, msg.sender);
    }

    function getPermissionIDs(address account) external view returns (bytes32[] memory) {
        return ids[account];
    }

    function isPermissionEnabled(bytes32 id, address account) external view returns (bool) {
        return enabled[account][id];
    }

    function getSessionValidatorAndConfig(address account, bytes32 id) external view returns (address, bytes memory) {
        Session storage session = sessions[account][id];
        return (session.validator, session.config);
    }
}
