// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Vault of one owner, who may name wards, role holders, session keys and a keeper. No event tells of it.
contract WardedVault {
    mapping(address => uint256) public wards;
    mapping(bytes32 => mapping(address => bool)) private _roles;
    mapping(address => uint256) private _limits;
    address public keeper;
    uint256 public pokedAt;

    constructor(address owner) payable {
        wards[owner] = 1;
    }

    receive() external payable {}

    modifier auth() {
        require(wards[msg.sender] == 1, "wards only");
        _;
    }

    function rely(address ward) external auth {
        wards[ward] = 1;
    }

    function deny(address ward) external auth {
        wards[ward] = 0;
    }

    function grantRole(bytes32 role, address account) external auth {
        _roles[role][account] = true;
    }

    /// The keeper may only update the time.
    function setKeeper(address keeper_) external auth {
        keeper = keeper_;
    }

    function poke() external {
        require(msg.sender == keeper, "keeper only");
        pokedAt = block.timestamp;
    }

    function setSpendingLimit(address key, uint256 amount) external auth {
        _limits[key] = amount;
    }

    function spend(address payable to, uint256 amount) external {
        _limits[msg.sender] -= amount;
        _pay(to, amount, "");
    }

    function withdraw(address to, uint256 amount) external {
        require(wards[msg.sender] == 1 || _roles[bytes32(0)][msg.sender], "not allowed");
        _pay(to, amount, "");
    }

    function execute(address to, uint256 amount, bytes calldata data) external auth {
        _pay(to, amount, data);
    }

    function _pay(address to, uint256 amount, bytes memory data) private {
        (bool done,) = to.call{value: amount}(data);
        require(done, "payment failed");
    }
}
