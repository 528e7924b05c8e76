// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Vault of coins whose depositors name other accounts: some may take the deposit, some may not.
/// @dev One code for honest and hostile calls: only execution tells them apart.
contract PluginVault {
    address public immutable keeper;
    uint256 public fees;
    mapping(address => uint256) public deposits;
    mapping(address => address) public pluginOf;
    mapping(address => address) public referrerOf;
    mapping(address => uint256) public commission;
    mapping(address => mapping(address => uint256)) private _limits;
    mapping(address => mapping(address => uint256)) private _unlocksAt;

    event Referred(address indexed account, address indexed referrer);

    constructor(address keeper_) payable {
        keeper = keeper_;
        fees = msg.value;
    }

    function deposit() external payable {
        deposits[msg.sender] += msg.value;
    }

    /// A deposit whose plug-in is the account of the code: the call names nobody.
    function depositManaged() external payable {
        deposits[msg.sender] += msg.value;
        pluginOf[msg.sender] = keeper;
    }

    function withdraw(uint256 amount) external {
        deposits[msg.sender] -= amount;
        _pay(msg.sender, amount);
    }

    /// The plug-in may take the whole deposit.
    function setPlugin(address plugin) external {
        pluginOf[msg.sender] = plugin;
    }

    /// The same for the account of the code.
    function enableAutomation() external {
        pluginOf[msg.sender] = keeper;
    }

    function pluginWithdraw(address account, uint256 amount, address to) external {
        require(pluginOf[account] == msg.sender, "plug-in only");
        deposits[account] -= amount;
        _pay(to, amount);
    }

    /// Gets a share of the fees that the vault has earned, never of a deposit.
    function setReferrer(address referrer) external {
        require(referrerOf[msg.sender] == address(0), "set already");
        referrerOf[msg.sender] = referrer;
        uint256 share = fees / 10;
        fees -= share;
        commission[referrer] += share;
        emit Referred(msg.sender, referrer);
    }

    function claimCommission() external {
        uint256 amount = commission[msg.sender];
        commission[msg.sender] = 0;
        _pay(msg.sender, amount);
    }

    /// A session key with a spending limit.
    function setSession(address key, uint256 limit) external {
        _limits[msg.sender][key] = limit;
    }

    /// A session of the account of the code: no argument, no stored address and no event names it.
    function enableHelper() external {
        _limits[msg.sender][keeper] = type(uint256).max;
    }

    /// Touches the same mapping and gives nobody anything.
    function ping() external {
        _limits[msg.sender][msg.sender] += 1;
    }

    function spend(address account, uint256 amount) external {
        _limits[account][msg.sender] -= amount;
        deposits[account] -= amount;
        _pay(msg.sender, amount);
    }

    /// An heir, who may take the deposit a week after the call.
    function setHeir(address heir) external {
        _unlocksAt[msg.sender][heir] = block.timestamp + 7 days;
    }

    function inherit(address account) external {
        uint256 at = _unlocksAt[account][msg.sender];
        require(at != 0 && block.timestamp >= at, "too early");
        uint256 amount = deposits[account];
        deposits[account] = 0;
        _pay(msg.sender, amount);
    }

    /// Moves a part of the deposit to another depositor: a payment inside the vault.
    function payInside(address to, uint256 amount) external {
        deposits[msg.sender] -= amount;
        deposits[to] += amount;
    }

    function _pay(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
