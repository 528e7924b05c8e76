// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev No owner: roles, as AccessControl has them. Trap and twin differ in whether anybody still holds one.
abstract contract Roles {
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender);

    bytes32 public constant DEFAULT_ADMIN_ROLE = 0;
    bytes32 public constant CURATOR = keccak256("CURATOR");
    mapping(bytes32 => mapping(address => bool)) public hasRole;

    modifier onlyRole(bytes32 role) {
        require(hasRole[role][msg.sender], "missing role");
        _;
    }

    function grantRole(bytes32 role, address account) public onlyRole(DEFAULT_ADMIN_ROLE) {
        hasRole[role][account] = true;
        emit RoleGranted(role, account, msg.sender);
    }

    function renounceRole(bytes32 role) external {
        hasRole[role][msg.sender] = false;
        emit RoleRevoked(role, msg.sender, msg.sender);
    }
}

contract Parliament is Coin, Roles {
    mapping(address => bool) private _suspended;

    constructor() {
        hasRole[DEFAULT_ADMIN_ROLE][msg.sender] = true;
        emit RoleGranted(DEFAULT_ADMIN_ROLE, msg.sender, msg.sender);
        grantRole(CURATOR, msg.sender);
        _begin("Parliament", "PARL", msg.sender, 1000000 * 10 ** 18);
    }

    function suspend(address account, bool on) external onlyRole(CURATOR) {
        _suspended[account] = on;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!_suspended[from], "suspended");
        _put(from, to, value);
    }
}
