// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Levels of accounts in wallets that ask this registry, and wallets with a second owner or without one.
contract LevelRegistry {
    address private immutable _second;
    mapping(address => mapping(address => uint256)) public levelOf;
    mapping(address => address) public avatarOf;

    constructor(address second) {
        _second = second;
    }

    function open(uint256 salt) external returns (address) {
        bytes32 own = keccak256(abi.encode(msg.sender, salt));
        return address(new LevelWallet{salt: own}(LevelRegistry(address(this)), msg.sender, _second));
    }

    function walletOf(address owner, uint256 salt) external view returns (address) {
        bytes memory code = abi.encodePacked(
            type(LevelWallet).creationCode,
            abi.encode(address(this), owner, _second)
        );
        bytes32 own = keccak256(abi.encode(owner, salt));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), own, keccak256(code))))));
    }

    function setLevel(address wallet, address account, uint256 level) external {
        require(LevelWallet(payable(wallet)).owner() == msg.sender, "not the owner");
        levelOf[wallet][account] = level;
    }

    function setAvatar(address wallet, address picture) external {
        require(LevelWallet(payable(wallet)).owner() == msg.sender, "not the owner");
        avatarOf[wallet] = picture;
    }
}

contract LevelWallet {
    LevelRegistry private immutable _registry;
    address public owner;
    address public second;

    constructor(LevelRegistry registry, address first, address other) {
        _registry = registry;
        owner = first;
        second = other;
    }

    receive() external payable {}

    function perform(address to, uint256 value, bytes calldata data) external {
        bool allowed = msg.sender == owner || msg.sender == second;
        require(allowed || _registry.levelOf(address(this), msg.sender) >= 3, "not allowed");
        (bool done, ) = to.call{value: value}(data);
        require(done, "failed");
    }
}
